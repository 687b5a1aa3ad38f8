import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { Attachment } from '#contract/declaration.ts';
import { AttachmentPages } from '@/features/declarations/AttachmentPages.tsx';
import { CLICK_PAUSE_MS } from '@/ui/basics/ActionButton.tsx';
import { queriesOf } from '../my-tasks/render-view.tsx';

const attachments = ['计划', '总结'].map((name): Attachment => ({ id: name, name: `${name}.pdf`, size: 9, type: 'application/pdf', sha256: name }));

it('brings the file that is previewed into sight at every tap, and gives the focus back', async () => {
  const scrollIntoView = vi.fn<() => void>();
  // jsdom scrolls nothing.
  Element.prototype.scrollIntoView = scrollIntoView;
  render(
    <QueryClientProvider client={queriesOf()}>
      <AttachmentPages type={0} attachments={attachments} />
    </QueryClientProvider>,
  );
  for (const name of ['计划.pdf', '总结.pdf', '总结.pdf']) {
    scrollIntoView.mockClear();
    await userEvent.click(screen.getByRole('button', { name: `预览 ${name}` }));
    const viewer = screen.getByRole('group', { name: `预览 ${name}` });
    expect(scrollIntoView.mock.contexts).toEqual([viewer]);
    expect(document.activeElement).toBe(viewer);
    await new Promise((resolve) => setTimeout(resolve, CLICK_PAUSE_MS));
  }
  await userEvent.click(screen.getByRole('button', { name: '返回全部附件' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '预览 总结.pdf' }));
});
