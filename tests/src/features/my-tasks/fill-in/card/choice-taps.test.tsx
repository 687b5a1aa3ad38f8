import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ResultChoice } from '@/features/my-tasks/fill-in/card/ResultChoice.tsx';

test('what surrounds a tap on a choice ends there; a press and a click go on to whoever closes something elsewhere, and a choice to its card', () => {
  const handleChoose = vi.fn(() => Promise.resolve());
  render(<ResultChoice chosen={null} isDisabled={false} onChoose={handleChoose} />);
  const radio = screen.getByRole('radio', { name: '不合格' });
  const heard: string[] = [];
  for (const type of ['pointerdown', 'pointerup', 'mouseover', 'mousemove', 'mousedown', 'mouseup', 'click', 'input', 'change']) {
    document.body.addEventListener(type, () => heard.push(type));
  }
  for (const type of ['pointerdown', 'pointerup', 'mouseover', 'mousemove', 'mousedown', 'mouseup']) radio.dispatchEvent(new MouseEvent(type, { bubbles: true }));
  radio.click();
  expect(heard).toEqual(['pointerdown', 'click', 'input']);
  expect(handleChoose).toHaveBeenCalledExactlyOnceWith('unqualified', expect.any(HTMLElement));
});
