import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Activity } from 'react';
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { apiPaths } from '#contract/api-paths.ts';
import { code } from '#contract/codes.ts';
import type { DeclarationDetail } from '#contract/declaration.ts';
import { declarationKinds } from '@/features/declarations/declaration-kinds.ts';
import { type DeclarationForm, NEW, newForm, signedTextOf } from '@/features/declarations/declaration-form.ts';
import DeclarationsPage from '@/features/declarations/DeclarationsPage.tsx';
import { OpenForm } from '@/features/declarations/OpenForm.tsx';
import { declarationsPath } from '@/lib/paths.ts';
import { keepDraft, readDraft } from '@/offline/forms/form-drafts.ts';
import { openUploads } from '@/offline/files/uploads.ts';
import { currentAccount } from '@/session/current-account.ts';
import { fillDisk } from '../../offline/browser-storage.ts';
import { answerCalls } from '../answering-server.ts';
import { signInSomebody } from '../my-tasks/render-view.tsx';

const PLAN = declarationKinds[0]!;
const NAME = `declaration:0:${NEW}`;
const NOT_ALL = '草稿已保存，之后的修改还没有保存';
const CONFLICT = { name: '这条记录已被修改' };

type Body = Pick<DeclarationDetail, 'title' | 'body' | 'status'> & { id?: string; selfDeclaredId?: string; revision?: number; year: number };

/** The one record of a server that takes what a staff member sends. */
let known: DeclarationDetail | undefined;
let saves: string[] = [];
/** What a save waits for, and whether its answer then gets lost. */
let gate: Promise<void> = Promise.resolve();
let isAnswerLost = false;
/** The same of a signature's picture. */
let pictureGate: Promise<void> = Promise.resolve();
const take = ({ title, body, status, year }: Body, id: string, revision: number): { message: unknown } | undefined => {
  known = {
    id, selfDeclaredType: 0, revision, status, mayChange: status === 'draft', title, year, body, trainingHours: '', website: '', attachments: [], signature: null,
    deptId: 'dept', updatedByName: '乙', updatedAt: '2026-03-01T00:00:00.000Z',
  } as unknown as DeclarationDetail;
  return isAnswerLost ? undefined : { message: { id, revision } };
};
answerCalls(async ({ method, path, read }) => {
  const isChange = method === apiPaths.updateSelfDeclare.method && path.startsWith(apiPaths.updateSelfDeclare.path);
  const isNew = !isChange && method === apiPaths.addSelfDeclare.method && path.startsWith(apiPaths.addSelfDeclare.path.split('{')[0]!);
  if (path.startsWith(apiPaths.uploadFile.path.split('{')[0]!)) {
    await pictureGate;
    return { message: { sha256: 'of the picture' } };
  }
  if (!isChange && !isNew && path.endsWith(apiPaths.querySelfDeclarePage.path.replace('{type}', '0'))) return { message: { records: [], total: 0, pageNum: 1, pageSize: 10 } };
  if (!isChange && !isNew) return known === undefined ? { code: code.notFound, message: '数据不存在' } : { message: known };
  const body = read() as Body;
  saves.push(`${isNew ? 'new' : body.revision} ${body.status} ${body.body}`);
  await gate;
  if (isNew) return known === undefined ? take(body, body.id!, 1) : { code: code.conflict, message: '该记录已经保存过，请返回列表打开它再修改' };
  return known?.revision === body.revision ? take(body, body.selfDeclaredId!, known!.revision + 1) : { code: code.conflict, message: '乙修改过这条记录' };
});
beforeEach(() => {
  signInSomebody();
  known = undefined;
  saves = [];
  gate = Promise.resolve();
  pictureGate = Promise.resolve();
  isAnswerLost = false;
});
afterEach(cleanup);

/** Saves wait until the returned function lets them through. */
function holdSaves(): () => void {
  let open: () => void;
  gate = new Promise((resolve) => (open = resolve));
  return () => open();
}
const clientOf = (): QueryClient => new QueryClient({ defaultOptions: { queries: { retry: false } } });
function openForm(): { isClosed: () => boolean; leave: () => void } {
  let isClosed = false;
  const { unmount } = render(
    <QueryClientProvider client={clientOf()}>
      <OpenForm kind={PLAN} id={NEW} onClose={() => void (isClosed = true)} onLeave={() => void (isClosed = true)} />
    </QueryClientProvider>,
  );
  return { isClosed: () => isClosed, leave: unmount };
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const press = async (name: string): Promise<void> => {
  await expect.poll(() => button(name).disabled).toBe(false);
  await userEvent.click(button(name));
};
const body = () => screen.findByLabelText<HTMLTextAreaElement>(/^正文/);
const type = async (text: string): Promise<void> => userEvent.type(await body(), text);
const kept = async (): Promise<DeclarationForm | undefined> => (await readDraft<DeclarationForm>(NAME))?.data;
const keep = (form: Partial<DeclarationForm>, text: string): Promise<unknown> => {
  const start = newForm(PLAN, 'd1', '2026', '示例市第一医院');
  return keepDraft(NAME, { ...start, ...form, text: { ...start.text, body: text } }, currentAccount());
};

it('what is typed while a draft is being saved stays in the form and on this phone, and is saved on top of it', async () => {
  const { isClosed } = openForm();
  await type('第一段');
  const letThrough = holdSaves();
  await press('保存草稿');
  await expect.poll(() => saves).toEqual(['new draft 第一段']);
  await type('，第二段');
  letThrough();
  expect(await screen.findByText(NOT_ALL)).toBeDefined();
  expect(isClosed()).toBe(false);
  expect((await body()).value).toBe('第一段，第二段');
  await expect.poll(async () => (await kept())?.text.body).toBe('第一段，第二段');
  expect(await kept()).toMatchObject({ revision: 1 });

  await press('保存草稿');
  await expect.poll(isClosed).toBe(true);
  expect(saves).toEqual(['new draft 第一段', '1 draft 第一段，第二段']);
  expect(await kept()).toBeUndefined();
});

it('what is typed while a draft is being saved is there again after the form was left', async () => {
  const { leave } = openForm();
  await type('第一段');
  const letThrough = holdSaves();
  await press('保存草稿');
  await type('，第二段');
  leave();
  letThrough();
  await expect.poll(kept).toMatchObject({ revision: 1, text: { body: '第一段，第二段' } });

  const { isClosed } = openForm();
  expect((await body()).value).toBe('第一段，第二段');
  expect(screen.queryByRole('alertdialog', CONFLICT)).toBeNull();
  await press('保存草稿');
  await expect.poll(isClosed).toBe(true);
  expect(saves.at(-1)).toBe('1 draft 第一段，第二段');
});

const pause = (ms: number): Promise<void> => act(() => new Promise<void>((resolve) => setTimeout(resolve, ms)));
const addFile = async (): Promise<void> => {
  const file = Object.assign(new File(['%PDF-1.4'], '计划.pdf'), { arrayBuffer: async () => new TextEncoder().encode('%PDF-1.4').buffer });
  await userEvent.upload(screen.getByLabelText('添加附件'), file);
  await screen.findByText('计划.pdf');
};
const removeFiles = async (): Promise<void> => {
  for (const { id } of openUploads(NAME).list()) await act(() => openUploads(NAME).remove(id));
};

it('a file that is added while a draft is being saved stays with the form', async () => {
  const { isClosed } = openForm();
  await type('第一段');
  const letThrough = holdSaves();
  await press('保存草稿');
  await addFile();
  letThrough();
  expect((await screen.findAllByText(NOT_ALL)).length).toBeGreaterThan(0);
  expect(isClosed()).toBe(false);
  expect(openUploads(NAME).list().map(({ name }) => name)).toEqual(['计划.pdf']);
  await removeFiles();
});

it('a file that is added while a draft is being saved is that record\'s when the form is opened again', async () => {
  const { leave } = openForm();
  await type('第一段');
  const letThrough = holdSaves();
  await press('保存草稿');
  await addFile();
  letThrough();
  await screen.findAllByText(NOT_ALL);
  // Longer than a form waits before it stores what it holds.
  await pause(500);
  leave();
  expect(await kept()).toMatchObject({ revision: 1 });
  const { leave: leaveAgain } = openForm();
  expect((await body()).value).toBe('第一段');
  expect(screen.getByText('计划.pdf')).toBeDefined();
  expect(screen.queryByRole('alertdialog', CONFLICT)).toBeNull();
  await removeFiles();
  leaveAgain();
  await expect.poll(kept).toBeUndefined();
});

it('a kept form that the record has caught up with is forgotten, and what is typed into it next is not', async () => {
  take({ title: '2026年度计划', body: '全文', status: 'draft', year: 2026 }, 'd1', 2);
  await keep({ revision: 1 }, '全文');
  const client = clientOf();
  const form = (mode: 'visible' | 'hidden') => (
    <QueryClientProvider client={client}>
      <Activity mode={mode}>
        <OpenForm kind={PLAN} id={NEW} onClose={() => undefined} onLeave={() => undefined} />
      </Activity>
    </QueryClientProvider>
  );
  const { rerender } = render(form('visible'));
  await body();
  await expect.poll(kept).toBeUndefined();
  await type('，第二段');
  rerender(form('hidden'));
  rerender(form('visible'));
  expect(await kept()).toMatchObject({ revision: 2, text: { body: '全文，第二段' } });
});

it('a form that was saved while its view waits is a clean one that keeps what is typed next', async () => {
  const client = clientOf();
  const form = (mode: 'visible' | 'hidden') => (
    <QueryClientProvider client={client}>
      <Activity mode={mode}>
        <OpenForm kind={PLAN} id={NEW} onClose={() => undefined} onLeave={() => undefined} />
      </Activity>
    </QueryClientProvider>
  );
  const { rerender } = render(form('visible'));
  await type('第一段');
  const letThrough = holdSaves();
  await press('保存草稿');
  await expect.poll(() => saves).toHaveLength(1);
  rerender(form('hidden'));
  await expect.poll(kept).toBeDefined();
  letThrough();
  await expect.poll(kept).toBeUndefined();
  rerender(form('visible'));
  await expect.poll(() => button('保存草稿').disabled).toBe(false);
  expect(screen.queryByText(/本机/)).toBeNull();
  await type('，第二段');
  await expect.poll(kept).toMatchObject({ revision: 1, text: { body: '第一段，第二段' } });
});

let place = '';
let goBack: () => unknown = () => undefined;
let goTo: (path: string) => unknown = () => undefined;
function Place() {
  const { pathname, search } = useLocation();
  place = `${pathname}${search}`;
  const navigate = useNavigate();
  goBack = () => navigate(-1);
  goTo = (path) => navigate(path);
  return null;
}
/** The page as a view that is shown or waits, come to from another address. */
function openPage(edited: string = NEW) {
  const client = clientOf();
  const list = declarationsPath(0);
  const page = (mode: 'visible' | 'hidden') => (
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={edited === NEW ? ['/elsewhere', list, declarationsPath(0, NEW)] : ['/elsewhere', declarationsPath(0, edited)]}>
        <Place />
        <Activity mode={mode}>
          <DeclarationsPage />
        </Activity>
      </MemoryRouter>
    </QueryClientProvider>
  );
  const { rerender } = render(page('visible'));
  return { list, turn: (mode: 'visible' | 'hidden') => rerender(page(mode)) };
}

it('whoever comes back to a view whose form was saved meanwhile comes to its list', async () => {
  const { list, turn } = openPage();
  await saveUnseen(turn);
  await pause(100);
  expect(place).toBe(declarationsPath(0, NEW));
  turn('visible');
  await expect.poll(() => place).toBe(list);
  expect(await kept()).toBeUndefined();
});

it('a record that was deleted meanwhile, once what was typed is thrown away, leaves no form behind and leads to the list', async () => {
  take({ title: '年度计划', body: '第一段', status: 'draft', year: 2026 }, 'd1', 1);
  const { list } = openPage('d1');
  await type('，第二段');
  known = undefined;
  await press('保存草稿');
  await press('丢弃');
  await expect.poll(() => screen.getAllByRole('button', { name: '丢弃' }).length).toBe(2);
  await userEvent.click(screen.getAllByRole('button', { name: '丢弃' }).at(-1)!);
  await expect.poll(() => place).toBe(list);
  expect(screen.queryByLabelText(/^正文/)).toBeNull();
  // Not the page before, which is that of the record.
  await act(async () => goBack());
  expect(place).toBe('/elsewhere');
});

/** The first draft is saved while its view waits. */
async function saveUnseen(turn: (mode: 'visible' | 'hidden') => void): Promise<void> {
  await type('第一段');
  const letThrough = holdSaves();
  await press('保存草稿');
  await expect.poll(() => saves).toHaveLength(1);
  turn('hidden');
  await expect.poll(kept).toBeDefined();
  letThrough();
  await expect.poll(kept).toBeUndefined();
}

it('whoever opens that form by another link meanwhile stays in it', async () => {
  const { turn } = openPage();
  await saveUnseen(turn);
  act(() => void goTo(declarationsPath(0, NEW)));
  turn('visible');
  await pause(300);
  expect(place).toBe(declarationsPath(0, NEW));
  expect((await body()).value).toBe('第一段');
});

it('a form that was saved takes nothing away of what another window keeps under its name since', async () => {
  const { list, turn } = openPage();
  await saveUnseen(turn);
  await keep({ id: 'd2' }, '另一份');
  turn('visible');
  await expect.poll(() => place).toBe(list);
  await pause(500);
  expect(await kept()).toMatchObject({ id: 'd2', text: { body: '另一份' } });
});

it('a form that was left while it was being saved does not lead away from the list', async () => {
  const { list } = openPage();
  await type('第一段');
  const letThrough = holdSaves();
  await press('保存草稿');
  await expect.poll(() => saves).toHaveLength(1);
  act(() => void goBack());
  await expect.poll(() => place).toBe(list);
  letThrough();
  await expect.poll(kept).toBeUndefined();
  await pause(100);
  expect(place).toBe(list);
});

it('what is typed while a signature is on its way is there again after the form was left', async () => {
  const { text } = newForm(PLAN, 'd1', '2026', '示例市第一医院');
  const signedText = signedTextOf({ text: { ...text, body: '第一段' }, attachments: [] });
  await keep({ signature: { sha256: 'of the picture', signerName: '甲', png: new ArrayBuffer(8), fileId: undefined, signedText } }, '第一段');
  const { leave } = openForm();
  await body();
  let sendPicture = (): void => undefined;
  pictureGate = new Promise((resolve) => (sendPicture = resolve));
  await press('保存草稿');
  await type('，第二段');
  const letThrough = holdSaves();
  leave();
  sendPicture();
  await expect.poll(() => saves).toEqual(['new draft 第一段']);
  expect((await kept())?.text.body).toBe('第一段，第二段');
  letThrough();
  await expect.poll(kept).toMatchObject({ revision: 1, text: { body: '第一段，第二段' } });
});

it.each(['stays open', 'is left again'])('a late answer leaves alone what was typed since into the form, opened again, that %s', async (fate) => {
  const { leave } = openForm();
  await type('第一段');
  const letThrough = holdSaves();
  await press('保存草稿');
  await expect.poll(() => saves).toHaveLength(1);
  leave();
  let { isClosed, leave: leaveAgain } = openForm();
  await type('，第二段');
  await expect.poll(async () => (await kept())?.text.body).toBe('第一段，第二段');
  letThrough();
  await expect.poll(kept).toMatchObject({ revision: 1, text: { body: '第一段，第二段' } });
  if (fate === 'is left again') {
    leaveAgain();
    ({ isClosed, leave: leaveAgain } = openForm());
  }
  expect((await body()).value).toBe('第一段，第二段');
  await press('保存草稿');
  await expect.poll(isClosed).toBe(true);
  expect(saves.at(-1)).toBe('1 draft 第一段，第二段');
  expect(await kept()).toBeUndefined();
});

it('one save is on its way at a time, and nothing is typed into what is being declared', async () => {
  const { isClosed } = openForm();
  await type('全文');
  const letThrough = holdSaves();
  await press('保存草稿');
  // Longer than a button rests after its click anyway.
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(['保存草稿', '申报'].map((name) => button(name).disabled)).toEqual([true, true]);
  expect((await body()).closest('[inert]')).toBeNull();
  letThrough();
  await expect.poll(isClosed).toBe(true);
  expect(saves).toEqual(['new draft 全文']);
  cleanup();

  known = undefined;
  const { isClosed: isDeclared } = openForm();
  await type('全文');
  const letDeclare = holdSaves();
  await press('申报');
  await press('确认申报');
  await expect.poll(async () => (await body()).closest('[inert]')).not.toBeNull();
  expect(button('保存草稿').disabled).toBe(true);
  letDeclare();
  await expect.poll(isDeclared).toBe(true);
});

it('a new record that another window has saved meanwhile is not overwritten: the person chooses', async () => {
  await keep({}, '这个窗口的正文');
  const { isClosed } = openForm();
  await body();
  take({ title: '2026年度计划', body: '另一个窗口的正文', status: 'draft', year: 2026 }, 'd1', 1);
  await press('保存草稿');
  expect(await screen.findByRole('alertdialog', CONFLICT)).toBeDefined();
  expect(saves).toEqual(['new draft 这个窗口的正文']);
  await press('保留我的');
  await expect.poll(isClosed).toBe(true);
  expect(saves.at(-1)).toBe('1 draft 这个窗口的正文');
});

it('what somebody else has declared meanwhile is not made a draft again unasked: the person keeps the own text and chooses', async () => {
  await keep({}, '这个窗口的正文');
  const { isClosed } = openForm();
  await body();
  take({ title: '2026年度计划', body: '对方的正文', status: 'declared', year: 2026 }, 'd1', 1);
  known = { ...known!, mayChange: true };
  await press('保存草稿');
  await screen.findByRole('alertdialog', CONFLICT);
  expect(screen.getByRole('region', { name: '状态' }).textContent).toMatch(/草稿.*已申报/);
  expect(screen.getByText(/已由对方申报，由您选择保存为草稿还是申报/)).toBeDefined();
  await press('保留我的');
  await screen.findByRole('button', { name: '改回草稿' });
  expect(saves).toEqual(['new draft 这个窗口的正文']);
  await press('保存修改');
  await expect.poll(isClosed).toBe(true);
  expect(saves.at(-1)).toBe('1 declared 这个窗口的正文');
});

it('a new record that another window has saved with the same content is saved', async () => {
  await keep({}, '同样的正文');
  const { isClosed } = openForm();
  await body();
  take({ title: '2026年度计划', body: '同样的正文', status: 'draft', year: 2026 }, 'd1', 2);
  await press('保存草稿');
  await expect.poll(isClosed).toBe(true);
  expect(saves).toEqual(['new draft 同样的正文']);
});

it('what was changed after a try whose answer was lost is saved over that, by the next page too', async () => {
  const { leave } = openForm();
  await type('第一段');
  isAnswerLost = true;
  await press('保存草稿');
  await screen.findByText(/填写的内容已保存在本机，没有丢失/);
  expect(await screen.findByText('填写的内容已保存在本机，服务器可能已经收到，再次提交不会重复')).toBeDefined();
  leave();
  isAnswerLost = false;
  const { isClosed } = openForm();
  await type('，第二段');
  await press('保存草稿');
  await expect.poll(isClosed).toBe(true);
  expect(saves).toEqual(['new draft 第一段', 'new draft 第一段，第二段', '1 draft 第一段，第二段']);
  expect(known).toMatchObject({ revision: 2, body: '第一段，第二段' });
});

it('a try whose answer was lost gives no right over what another window has saved since', async () => {
  await keep({ sent: ['of what never arrived'] }, '这个窗口的正文');
  openForm();
  await body();
  take({ title: '2026年度计划', body: '另一个窗口的正文', status: 'draft', year: 2026 }, 'd1', 1);
  await press('保存草稿');
  expect(await screen.findByRole('alertdialog', CONFLICT)).toBeDefined();
  expect(saves).toHaveLength(1);
});

it('what a full phone refused to store is there again after the form was left, and not called stored', async () => {
  const makeRoom = fillDisk('atCommit', 'draft:');
  const { leave } = openForm();
  await type('只在这一页的正文');
  leave();
  const { isClosed } = openForm();
  expect((await body()).value).toBe('只在这一页的正文');
  expect(await screen.findByText(/空间不足/)).toBeDefined();
  await press('保存草稿');
  await expect.poll(isClosed).toBe(true);
  expect(await kept()).toBeUndefined();
  makeRoom();
});
