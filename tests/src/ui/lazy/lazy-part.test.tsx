import { render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { lazyPart } from '@/ui/lazy/lazy-part.ts';

interface PanelProps {
  isOpen: boolean;
  onClose: () => void;
}

const Panel = ({ isOpen }: PanelProps) => (isOpen ? <p>the panel</p> : null);
const noClosing = (): void => undefined;

test('a part is loaded when it is first shown, once for every place', async () => {
  let loads = 0;
  const LazyPanel = lazyPart<PanelProps>(
    async () => {
      loads += 1;
      return Promise.resolve(Panel);
    },
    ({ isOpen }) => isOpen,
  );
  const { rerender } = render(<LazyPanel isOpen={false} onClose={noClosing} />);
  expect(loads).toBe(0);
  rerender(<LazyPanel isOpen onClose={noClosing} />);
  await screen.findByText('the panel');
  rerender(<LazyPanel isOpen={false} onClose={noClosing} />);
  expect(screen.queryByText('the panel')).toBeNull();
  rerender(<LazyPanel isOpen onClose={noClosing} />);
  // There at once.
  expect(screen.getByText('the panel')).toBeDefined();
  render(<LazyPanel isOpen onClose={noClosing} />);
  expect(screen.getAllByText('the panel')).toHaveLength(2);
  expect(loads).toBe(1);
});

test('a part that does not come is told and closed, and loaded anew at the next try', async () => {
  let isThere = false;
  const LazyPanel = lazyPart<PanelProps>(
    () => (isThere ? Promise.resolve(Panel) : Promise.reject(new Error('no network'))),
    ({ isOpen }) => isOpen,
  );
  let closings = 0;
  const close = (): void => void (closings += 1);
  const { rerender } = render(<LazyPanel isOpen onClose={close} />);
  expect((await screen.findByRole('alert')).textContent).toContain('没有加载出来');
  expect(closings).toBe(1);
  rerender(<LazyPanel isOpen={false} onClose={close} />);
  isThere = true;
  rerender(<LazyPanel isOpen onClose={close} />);
  await screen.findByText('the panel');
});

test('what cannot be closed comes with the network', async () => {
  let isThere = false;
  let tries = 0;
  const LazyPanel = lazyPart<{ text: string }>(() => {
    tries += 1;
    return isThere ? Promise.resolve(({ text }: { text: string }) => <p>{text}</p>) : Promise.reject(new Error('no network'));
  });
  render(<LazyPanel text="both values" />);
  await waitFor(() => expect(tries).toBe(1));
  isThere = true;
  dispatchEvent(new Event('online'));
  await screen.findByText('both values');
});
