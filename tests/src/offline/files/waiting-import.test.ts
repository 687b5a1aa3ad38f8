import { strToU8, unzipSync, type Zippable, zipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import type { ExportedEntry, WaitingExport } from '#contract/waiting-export.ts';
import { ENTRIES_FILE } from '#contract/waiting-files.ts';
import { companies, employees } from '../../../server/support/fixture.ts';
import { makePhoto } from '../../../server/support/photos.ts';
import { startBackend, type Backend } from '../backend.ts';
import { readRows } from '../../../server/support/database-rows.ts';
import { forgetBrowser, openTab, valueOf, type Tab } from '../tab.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(async () => {
  await backend.stop();
});
beforeEach(() => forgetBrowser());

/** An administrator's browser, with what imports. */
async function asAdmin() {
  const tab = await openTab();
  tab.signIn(await backend.signIn('admin01'));
  return await import('@/offline/files/waiting-import.ts');
}

/** What waits under whoever is signed in, as the screen exports it. */
async function exportFrom(tab: Tab): Promise<Blob> {
  const { zipWaiting } = await import('@/features/sync-center/waiting-zip.ts');
  const { conditionOf } = await import('@/features/sync-center/entry-view.ts');
  const { fixForExport } = await import('@/offline/files/exported-entries.ts');
  const { entries, areFixed } = await fixForExport(tab.currentAccount());
  expect(areFixed).toBe(true);
  const shown = entries.map((entry) => ({ entry, condition: conditionOf(entry, false) }));
  return await zipWaiting(shown, tab.session.getUser()!, new Date());
}

const exportedWith = (entries: unknown, fields: object = {}): WaitingExport =>
  ({
    version: 1,
    compNo: companies.first.compNo,
    employeeId: employees.staff01.id,
    employeeName: '张内一',
    deptName: '内科',
    exportedAt: new Date().toISOString(),
    photos: [],
    entries,
    ...fields,
  }) as WaitingExport;
const answerOf = (deptTaskId: string, pointId: string, fields: object = {}): ExportedEntry => ({
  id: uuidv7(),
  deptTaskId,
  taskName: '六月自查',
  createdAt: new Date().toISOString(),
  kind: 'answer',
  pointId,
  content: '要点',
  baseRevision: 0,
  value: { ...valueOf(), ...fields },
});
const zipOf = (files: Zippable): Blob => new Blob([zipSync(files, { level: 6 })]);
const zipWith = (exported: unknown, files: Zippable = {}): Blob => zipOf({ ...files, [ENTRIES_FILE]: strToU8(JSON.stringify(exported)) });
const compNo = companies.first.compNo;

describe('a ZIP of a phone', () => {
  test('that was imported does not swallow what the person changed after it was made', async () => {
    const { deptTaskId, pointIds } = await backend.issueTask(3);
    const [changed, flipped, unfinished] = pointIds as [string, string, string];
    const phone = await openTab();
    phone.signIn(await backend.signIn('staff01'));
    const store = await phone.openAnswers(deptTaskId, '六月自查');
    const give = (id: string, fields: Parameters<typeof valueOf>[0]) => store.set(id, valueOf(fields), { revision: 0, answer: null, content: '要点' });
    await give(changed, { result: 'unqualified', remark: '旧话' });
    await give(flipped, { result: 'unqualified', remark: '没有登记' });
    await give(unfinished, { result: 'unqualified' });
    const zip = await exportFrom(phone);
    await give(changed, { result: 'unqualified', remark: '新话' });
    await give(flipped, { result: 'qualified' });
    await give(unfinished, { result: 'unqualified', remark: '补上的说明' });

    const admin = await asAdmin();
    const waiting = await admin.openWaitingZip(zip, compNo);
    await admin.takeWaiting(waiting, await admin.checkWaiting(waiting), () => undefined);
    expect((await backend.answers(deptTaskId)).get(changed)?.remark).toBe('旧话');

    const back = await openTab();
    back.signIn(await backend.signIn('staff01'));
    while ((await back.openOutbox(back.currentAccount())).entries().length > 0) expect(await back.send()).toEqual({ type: 'idle' });
    const held = await backend.answers(deptTaskId);
    expect([changed, flipped, unfinished].map((id) => [held.get(id)?.result, held.get(id)?.remark])).toEqual([
      ['unqualified', '新话'],
      ['qualified', ''],
      ['unqualified', '补上的说明'],
    ]);
    // What the file brought stays in the history.
    expect(await backend.historyCount(deptTaskId)).toBe(5);
  });

  test('keeps a submission that is in it from being taken back: an import would hand it in', async () => {
    const { deptTaskId } = await backend.issueTask(1);
    const phone = await openTab();
    phone.signIn(await backend.signIn('staff01'));
    await phone.enqueueSubmit(deptTaskId, '六月自查');
    await exportFrom(phone);
    expect(await phone.withdrawSubmit(deptTaskId)).toBe('onItsWay');
    // Of a task that takes none any more, by a file neither, it is given up.
    const submit = (await phone.openOutbox(phone.currentAccount())).submitOf(deptTaskId)!;
    expect(await phone.dropSubmit(submit)).toBe('done');
  });

  test('has the photos of what is not complete: they are nowhere said to be on the phone alone', async () => {
    const { deptTaskId, pointIds } = await backend.issueTask(1);
    const phone = await openTab();
    phone.signIn(await backend.signIn('staff01'));
    const photo = await makePhoto(42);
    await phone.accountRows(phone.currentAccount()).disk.change(async (rows) =>
      rows.put(`photo:${photo.sha256}`, { v: 1, sha256: photo.sha256, type: photo.type, bytes: photo.data.slice().buffer, createdAt: new Date().toISOString() }),
    );
    const store = await phone.openAnswers(deptTaskId, '六月自查');
    await store.set(pointIds[0]!, valueOf({ result: 'unqualified', photos: [photo.sha256] }), { revision: 0, answer: null, content: '要点' });
    const { isPhotoOnlyHere } = await phone.load.replacedPhotos();
    expect(await isPhotoOnlyHere(phone.currentAccount(), photo.sha256)).toBe(true);
    await exportFrom(phone);
    expect(await isPhotoOnlyHere(phone.currentAccount(), photo.sha256)).toBe(false);
  });

  test('is told before it is taken, taken with its photos, and acknowledged to the phone afterwards without a doubling', async () => {
    const { deptTaskId, pointIds } = await backend.issueTask(3);
    const phone = await openTab();
    phone.signIn(await backend.signIn('staff01'));
    const photo = await makePhoto(41);
    await phone.accountRows(phone.currentAccount()).disk.change(async (rows) =>
      rows.put(`photo:${photo.sha256}`, { v: 1, sha256: photo.sha256, type: photo.type, bytes: photo.data.slice().buffer, createdAt: new Date().toISOString() }),
    );
    const store = await phone.openAnswers(deptTaskId, '六月自查');
    for (const [index, id] of pointIds.entries()) {
      const value = valueOf(index === 0 ? { result: 'unqualified', remark: '锐器盒已满', photos: [photo.sha256] } : {});
      await store.set(id, value, { revision: 0, answer: null, content: '要点' });
    }
    await phone.enqueueSubmit(deptTaskId, '六月自查');
    const file = await exportFrom(phone);

    const admin = await asAdmin();
    const waiting = await admin.openWaitingZip(file, compNo);
    // The first call of a session notes that it is used.
    await admin.checkWaiting(waiting);
    const before = await readRows(backend.server.context);
    const checked = await admin.checkWaiting(waiting);
    expect(await readRows(backend.server.context)).toBe(before);
    expect(checked.entries.map(({ entry, outcome }) => [entry.kind, outcome])).toEqual([['answer', 'taken'], ['answer', 'taken'], ['answer', 'taken'], ['submit', 'taken']]);
    expect(checked.photosToSend).toEqual([photo.sha256]);
    const steps: number[] = [];
    const taken = await admin.takeWaiting(waiting, checked, (done) => steps.push(done));
    expect(taken.problem).toBeUndefined();
    expect(taken.entries.map(({ outcome }) => outcome)).toEqual(['taken', 'taken', 'taken', 'taken']);
    expect(steps.at(-1)).toBe(5);
    const held = await backend.answers(deptTaskId);
    expect(held.get(pointIds[0]!)).toMatchObject({ result: 'unqualified', photos: [photo.sha256], answeredByName: '张内一' });
    // The same file once more: the server has it all.
    const again = await admin.checkWaiting(waiting);
    expect(again.entries.map(({ outcome }) => outcome)).toEqual(['known', 'known', 'known', 'known']);

    const back = await openTab();
    back.signIn(await backend.signIn('staff01'));
    expect(await back.send()).toEqual({ type: 'idle' });
    expect((await back.openOutbox(back.currentAccount())).entries()).toEqual([]);
    expect(await backend.historyCount(deptTaskId)).toBe(3);
  });

  test('of thousands of entries goes in several requests, each once, and later entries of a point follow earlier ones', async () => {
    const { deptTaskId, pointIds } = await backend.issueTask(40);
    const entries = Array.from({ length: 1200 }, (_, index) => answerOf(deptTaskId, pointIds[index % 40]!, { remark: `第 ${index} 次` }));
    const admin = await asAdmin();
    const waiting = await admin.openWaitingZip(zipWith(exportedWith(entries)), compNo);
    const taken = await admin.takeWaiting(waiting, await admin.checkWaiting(waiting), () => undefined);
    expect(new Set(taken.entries.map(({ outcome }) => outcome))).toEqual(new Set(['taken']));
    expect(await backend.historyCount(deptTaskId)).toBe(1200);
    expect((await backend.answers(deptTaskId)).get(pointIds[39]!)?.remark).toBe('第 1199 次');
  });

  test('whose way breaks off says what was taken, and is completed by the same file', async () => {
    const [one, two] = [await backend.issueTask(1), await backend.issueTask(1)];
    const entries = [answerOf(one.deptTaskId, one.pointIds[0]!), answerOf(two.deptTaskId, two.pointIds[0]!)];
    const admin = await asAdmin();
    const waiting = await admin.openWaitingZip(zipWith(exportedWith(entries)), compNo);
    const checked = await admin.checkWaiting(waiting);
    let calls = 0;
    backend.proxy.decide = ({ path }) => (path.includes('importAnswers') && (calls += 1) > 1 ? 'cutBefore' : 'pass');
    const taken = await admin.takeWaiting(waiting, checked, () => undefined);
    backend.proxy.decide = () => 'pass';
    expect(taken.entries).toHaveLength(1);
    expect(taken.problem).toContain('其余的还没有导入');
    const completed = await admin.takeWaiting(waiting, checked, () => undefined);
    expect(completed.entries.map(({ outcome }) => outcome).toSorted()).toEqual(['known', 'taken']);
  });
});

describe('a hostile file', () => {
  const refused = async (file: Blob): Promise<string> => {
    const admin = await asAdmin();
    const before = await readRows(backend.server.context);
    const problem = await admin.openWaitingZip(file, compNo).then(() => 'taken', (error: Error) => error.message);
    expect(await readRows(backend.server.context)).toBe(before);
    return problem;
  };
  const notOurs = expect.stringContaining('这不是手机“导出待上传内容”得到的文件');

  test('that is no ZIP, is cut off, or holds something else', async () => {
    expect(await refused(new Blob(['这是一段文字']))).toEqual(notOurs);
    expect(await refused(new Blob([]))).toEqual(notOurs);
    const whole = zipSync({ [ENTRIES_FILE]: strToU8(JSON.stringify(exportedWith([answerOf(uuidv7(), uuidv7())]))) });
    expect(await refused(new Blob([whole.subarray(0, whole.length - 30)]))).toEqual(notOurs);
    expect(await refused(zipOf({ 'readme.txt': strToU8('x') }))).toEqual(notOurs);
    for (const content of ['no json', '[]', 'null', '{"version":1}']) expect(await refused(zipOf({ [ENTRIES_FILE]: strToU8(content) }))).toMatch(/这不是|版本/);
    expect(await refused(zipWith(exportedWith([{ kind: 'answer' }])))).toEqual(notOurs);
    expect(await refused(zipWith(exportedWith([{ ...answerOf(uuidv7(), uuidv7()), kind: 'else' }])))).toEqual(notOurs);
    for (const missing of ['pointId', 'content', 'value']) expect(await refused(zipWith(exportedWith([{ ...answerOf(uuidv7(), uuidv7()), [missing]: undefined }])))).toEqual(notOurs);
  });

  test('of another company, an unknown version, nothing, or far too much', async () => {
    const entry = answerOf(uuidv7(), uuidv7());
    expect(await refused(zipWith(exportedWith([entry], { compNo: companies.second.compNo })))).toBe('这是其他机构的导出文件，不能导入本机构');
    expect(await refused(zipWith(exportedWith([entry], { version: 2 })))).toBe('导出文件的版本不认识，请刷新页面更新后再试');
    expect(await refused(zipWith(exportedWith([])))).toBe('文件中没有待上传的内容');
    const many = Array.from({ length: 100_000 }, (_, index) => ({ id: `${index}`, deptTaskId: 't', kind: 'submit' }));
    expect(await refused(zipWith(exportedWith(many)))).toBe('文件中有 100000 项内容，一次最多导入 20000 项');
  });

  test('that unpacks to far more than it says, or says far too much', async () => {
    const bomb = zipSync({ [ENTRIES_FILE]: new Uint8Array(40 * 1024 * 1024) }, { level: 9 });
    expect(bomb.length).toBeLessThan(100_000);
    expect(await refused(new Blob([bomb]))).toBe('压缩包解开后过大，不是手机导出的文件');
    // Declared as small: no more than that is unpacked, and it is no JSON.
    const liar = withDeclaredSize(bomb, 1000);
    expect(unzipSync(liar, { filter: ({ originalSize }) => originalSize <= 1000 })[ENTRIES_FILE]?.length ?? 0).toBeLessThanOrEqual(1000);
    expect(await refused(new Blob([liar]))).toEqual(notOurs);
  });

  test('with names that lead out of it, and photos that are not what they say, takes none of these', async () => {
    const { deptTaskId, pointIds } = await backend.issueTask(3);
    const [real, other] = [await makePhoto(42), await makePhoto(43)];
    const huge = 'a'.repeat(64);
    const text = strToU8('not a picture');
    const textHash = await (await openTab()).hashOf(text.slice().buffer);
    const entries = [
      answerOf(deptTaskId, pointIds[0]!, { photos: [real.sha256] }),
      answerOf(deptTaskId, pointIds[1]!, { photos: [textHash] }),
      answerOf(deptTaskId, pointIds[2]!, { photos: [huge] }),
    ];
    const photos = [
      { sha256: real.sha256, file: '../../../etc/photo.jpg' },
      { sha256: textHash, file: '照片/text.jpg' },
      { sha256: huge, file: '照片/huge.jpg' },
    ];
    const file = zipWith(exportedWith(entries, { photos }), {
      '../../../etc/photo.jpg': other.data as Uint8Array<ArrayBuffer>,
      '照片/text.jpg': text,
      '照片/huge.jpg': new Uint8Array(20 * 1024 * 1024),
    });
    const admin = await asAdmin();
    const waiting = await admin.openWaitingZip(file, compNo);
    const taken = await admin.takeWaiting(waiting, await admin.checkWaiting(waiting), () => undefined);
    const reasons = new Map(taken.entries.map(({ entry, outcome, reason }) => [entry.id, [outcome, reason]]));
    expect(reasons.get(entries[0]!.id)).toEqual(['photosMissing', '照片内容被改动过']);
    expect(reasons.get(entries[1]!.id)).toEqual(['photosMissing', expect.stringContaining('图片')]);
    expect(reasons.get(entries[2]!.id)).toEqual(['photosMissing', '照片在压缩包中缺失或过大']);
    expect(await backend.historyCount(deptTaskId)).toBe(0);
  });

  test('whose entries were altered: only these are refused, each with its reason', async () => {
    const { deptTaskId, pointIds } = await backend.issueTask(3);
    const good = answerOf(deptTaskId, pointIds[0]!);
    const noRemark = answerOf(deptTaskId, pointIds[1]!, { result: 'unqualified', remark: '' });
    const badId = { ...answerOf(deptTaskId, pointIds[2]!), id: "1' or 1=1" };
    const elsewhere = answerOf(uuidv7(), pointIds[0]!);
    const strange = answerOf(deptTaskId, uuidv7());
    const noPhoto = answerOf(deptTaskId, pointIds[2]!, { photos: ['b'.repeat(64)] });
    const admin = await asAdmin();
    const waiting = await admin.openWaitingZip(zipWith(exportedWith([good, noRemark, badId, elsewhere, strange, noPhoto])), compNo);
    const checked = await admin.checkWaiting(waiting);
    const told = new Map(checked.entries.map(({ entry, outcome, reason }) => [entry.id, [outcome, reason]]));
    expect(Object.fromEntries(told)).toEqual({
      [good.id]: ['taken', ''],
      [noRemark.id]: ['rejected', '不合格必须填写说明'],
      [badId.id]: ['rejected', '编号格式错误'],
      [elsewhere.id]: ['rejected', '任务或填写人不在本机构中'],
      [strange.id]: ['rejected', '检查要点不在本任务中'],
      [noPhoto.id]: ['photosMissing', '照片不在文件中，服务器上也没有'],
    });
    const taken = await admin.takeWaiting(waiting, checked, () => undefined);
    expect(taken.entries.filter(({ outcome }) => outcome === 'taken').map(({ entry }) => entry.id)).toEqual([good.id]);
    expect(await backend.historyCount(deptTaskId)).toBe(1);
  });

  test('is no matter of its entries where the person may not import any more', async () => {
    const { deptTaskId, pointIds } = await backend.issueTask(1);
    const admin = await asAdmin();
    const waiting = await admin.openWaitingZip(zipWith(exportedWith([answerOf(deptTaskId, pointIds[0]!)])), compNo);
    const checked = await admin.checkWaiting(waiting);
    const tab = await openTab();
    tab.signIn(await backend.signIn('staff01'));
    const { checkWaiting, takeWaiting } = await import('@/offline/files/waiting-import.ts');
    await expect(checkWaiting(waiting)).rejects.toMatchObject({ status: 403 });
    await expect(takeWaiting(waiting, checked, () => undefined)).rejects.toMatchObject({ status: 403 });
  });

  test('in the name of somebody of another company is refused', async () => {
    const { deptTaskId, pointIds } = await backend.issueTask(1);
    const admin = await asAdmin();
    const waiting = await admin.openWaitingZip(zipWith(exportedWith([answerOf(deptTaskId, pointIds[0]!)], { employeeId: employees.staff91.id })), compNo);
    expect((await admin.checkWaiting(waiting)).entries).toMatchObject([{ outcome: 'rejected', reason: '任务或填写人不在本机构中' }]);
  });
});

/** The same archive with another unpacked size in its headers. */
function withDeclaredSize(zip: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const altered = zip.slice();
  const view = new DataView(altered.buffer);
  for (let at = 0; at < altered.length - 4; at += 1) {
    const signature = view.getUint32(at, true);
    if (signature === 0x04034b50) view.setUint32(at + 22, size, true);
    if (signature === 0x02014b50) view.setUint32(at + 24, size, true);
  }
  return altered;
}
