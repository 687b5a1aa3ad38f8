import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { bearForeignNodes } from '@/lib/foreign-nodes.ts';

const original = { insertBefore: Node.prototype.insertBefore, removeChild: Node.prototype.removeChild };
afterEach(() => {
  Object.assign(Node.prototype, original);
  cleanup();
});

function Counted() {
  const [count, setCount] = useState(0);
  return (
    <>
      <p>
        {count > 0 && `${count} 项`}
        {count === 0 && '没有'}
        <b>尾</b>
      </p>
      <button type="button" onClick={() => setCount(count + 1)}>
        加
      </button>
      <input aria-label="说明" />
    </>
  );
}

/** As Chrome's translation does it. */
function translate(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Node[] = [];
  for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) texts.push(text);
  for (const text of texts) {
    const font = document.createElement('font');
    font.textContent = `[${text.nodeValue}]`;
    text.parentNode?.replaceChild(font, text);
  }
}

test('a view whose text a translator has replaced goes on, with what was typed', async () => {
  bearForeignNodes();
  render(<Counted />);
  await userEvent.type(screen.getByLabelText('说明'), '锐器盒已满');
  translate();
  for (let taps = 0; taps < 2; taps += 1) await userEvent.click(screen.getByRole('button'));
  expect(document.querySelector('p')?.textContent).toContain('项');
  expect(screen.getByLabelText<HTMLInputElement>('说明').value).toBe('锐器盒已满');
});
