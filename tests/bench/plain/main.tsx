import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { LawText } from '#contract/law.ts';
import type { DeptTaskPoint } from '#contract/task.ts';
import { PlainForm } from './PlainForm.tsx';
import { PlainLaw } from './PlainLaw.tsx';
import './plain.css';

const query = new URLSearchParams(location.search);
const file = query.has('law') ? 'law' : `points-${query.get('points')}`;

type Content = { law: LawText } | { points: DeptTaskPoint[] };

/** `?points=N` takes the points of that task, `?law` the law, and waits for a tap; with `&open` it is there at once. */
function PlainPage() {
  const [content, setContent] = useState<Content>();
  const [isOpen, setIsOpen] = useState(query.has('open'));
  useEffect(() => {
    void fetch(`./${file}.json`)
      .then((response) => response.json())
      .then((found) => setContent(query.has('law') ? { law: found } : { points: found }));
  }, []);
  if (content === undefined) return null;
  if (isOpen) return 'law' in content ? <PlainLaw law={content.law} /> : <PlainForm points={content.points} />;
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
