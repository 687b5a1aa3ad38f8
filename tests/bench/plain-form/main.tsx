import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { DeptTaskPoint } from '#contract/task.ts';
import { PlainForm } from './PlainForm.tsx';
import './plain-form.css';

const query = new URLSearchParams(location.search);

/** `?points=N` takes the points of that task and waits for a tap; with `&open` the form is there at once. */
function PlainPage() {
  const [points, setPoints] = useState<DeptTaskPoint[]>();
  const [isOpen, setIsOpen] = useState(query.has('open'));
  useEffect(() => {
    void fetch(`./points-${query.get('points')}.json`)
      .then((response) => response.json())
      .then(setPoints);
  }, []);
  if (points === undefined) return null;
  if (isOpen) return <PlainForm points={points} />;
  return (
    <button type="button" onClick={() => setIsOpen(true)}>
      打开
    </button>
  );
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <PlainPage />
  </StrictMode>,
);
