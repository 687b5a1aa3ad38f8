import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type DocumentFile, MultiPageDocument } from '@/ui/documents/MultiPageDocument.tsx';

const image = (key: string): DocumentFile => ({ key, name: `照片${key}`, content: new Blob(['x'], { type: 'image/png' }) });

beforeEach(() => {
  // jsdom knows no object URLs.
  let last = 0;
  URL.createObjectURL = () => `blob:test/${(last += 1)}`;
  URL.revokeObjectURL = () => undefined;
});

/** jsdom draws no images; the browser would say that they are there. */
async function showImages(names: string[]): Promise<void> {
  for (const name of names) fireEvent.load(await screen.findByAltText(name));
}
const shownImages = (): (string | null)[] => screen.getAllByRole('img').map((element) => element.getAttribute('alt'));

describe('a document of several files', () => {
  const names = ['照片1', '照片2', '照片3', '照片4', '照片5', '照片6', '照片7'];
  const files = ['1', '2', '3', '4', '5', '6', '7'].map(image);

  it('shows three pages, and three more each time 继续加载 is used', async () => {
    render(<MultiPageDocument files={files} onNeed={() => undefined} />);
    await showImages(names.slice(0, 3));
    expect(shownImages()).toEqual(names.slice(0, 3));
    fireEvent.click(screen.getByRole('button', { name: '继续加载' }));
    await showImages(names.slice(3, 6));
    expect(shownImages()).toEqual(names.slice(0, 6));
    // For half a second after a click a button takes no other.
    await vi.waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: '继续加载' }).disabled).toBe(false));
    fireEvent.click(screen.getByRole('button', { name: '继续加载' }));
    await showImages(names.slice(6));
    expect(await screen.findByText('共 7 页，已全部显示')).toBeDefined();
    expect(shownImages()).toEqual(names);
    expect(screen.queryByRole('button', { name: '继续加载' })).toBeNull();
  });

  it('asks for a file when its turn has come, and not before', async () => {
    const onNeed = vi.fn<(key: string) => void>();
    const waiting = ['1', '2', '3', '4', '5'].map((key): DocumentFile => ({ key, name: `照片${key}`, content: undefined }));
    render(<MultiPageDocument files={[image('0'), ...waiting]} onNeed={onNeed} />);
    await showImages(['照片0']);
    await vi.waitFor(() => expect(new Set(onNeed.mock.calls.flat())).toEqual(new Set(['1'])));
  });

  it('a file that cannot be shown takes the others not with it', async () => {
    const broken = image('1');
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    render(<MultiPageDocument files={[broken, { key: '2', name: '丢失', content: undefined, failure: '文件不存在' }, image('3')]} onNeed={() => undefined} />);
    fireEvent.error(await screen.findByAltText('照片1'));
    expect(await screen.findByRole('heading', { name: '文件预览错误' })).toBeDefined();
    expect(screen.getByText('ImageDecodeError')).toBeDefined();
    expect(screen.getByText('文件不存在')).toBeDefined();
    await showImages(['照片3']);
    expect(await screen.findByText('共 3 页，已全部显示')).toBeDefined();
  });
});
