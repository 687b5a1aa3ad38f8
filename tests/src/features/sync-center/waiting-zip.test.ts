// @vitest-environment jsdom
import { strFromU8, unzipSync } from 'fflate';
import { beforeEach, describe, expect, it } from 'vitest';
import { waitingExport } from '#contract/waiting-export.ts';
import { ENTRIES_FILE, TABLE_FILE } from '#contract/waiting-files.ts';
import { conditionOf } from '@/features/sync-center/entry-view.ts';
import { zipWaiting } from '@/features/sync-center/waiting-zip.ts';
import type { AccountRows } from '@/offline/storage/account-rows.ts';
import { hashOf, storePhoto } from '@/offline/files/photos.ts';
import { photoKey, type OutboxEntry } from '@/offline/storage/rows.ts';
import { signedInAs } from '../../offline/people.ts';
import { signInSomebody } from '../my-tasks/render-view.tsx';
import { answerEntry, correctionEntry, submitEntry } from './entries.ts';

const AT = new Date('2026-03-05T02:03:04.000Z');
const uuid = (last: number): string => `01930000-0000-7000-8000-${String(last).padStart(12, '0')}`;
const ME = uuid(900);
const owner = signedInAs(ME).user;
const TASK = { deptTaskId: uuid(901) };

let rows: AccountRows;
beforeEach(() => {
  rows = signInSomebody();
});

const bytesOf = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;

async function unzip(entries: readonly OutboxEntry[]) {
  const blob = await zipWaiting(entries.map((entry) => ({ entry, condition: conditionOf(entry, false) })), owner, AT);
  const files = unzipSync(new Uint8Array(await blob.arrayBuffer()));
  const text = (name: string) => strFromU8(files[name]!);
  // Line breaks inside cells are bare line feeds: rows end as Windows ends them.
  const table = text(TABLE_FILE).split('\r\n').slice(1, -1);
  return { files, table, parsed: waitingExport.parse(JSON.parse(text(ENTRIES_FILE))), text };
}

describe('the ZIP of what waits', () => {
  it('holds every entry in a table and for a machine, and each photo once, called after the row that shows it first', async () => {
    await storePhoto(ME, bytesOf('one'), 'image/jpeg');
    await storePhoto(ME, bytesOf('two'), 'image/png');
    const [one, two] = [await hashOf(bytesOf('one')), await hashOf(bytesOf('two'))];
    const answered = answerEntry(ME, { ...TASK, photoIds: [one, two] }, { result: 'unqualified', remark: '没有上锁', photos: [one, two] });
    answered.payload.pointId = uuid(1);
    const corrected = correctionEntry(ME, { ...TASK, photoIds: [two] }, { measures: '已换锁', responsible: '王护士', photosAfter: [two], correctedAt: '2026-03-02T01:00:00.000Z' });
    Object.assign(corrected.payload, { correctionId: uuid(2), itemId: uuid(3) });
    const submitted = submitEntry(ME, TASK);
    const { files, table, parsed, text } = await unzip([answered, corrected, submitted]);

    expect(Object.keys(files).sort()).toEqual([ENTRIES_FILE, TABLE_FILE, '照片/0001-1.jpg', '照片/0001-2.png'].sort());
    expect(text('照片/0001-1.jpg')).toBe('one');
    expect(text('照片/0001-2.png')).toBe('two');
    expect(table).toHaveLength(3);
    expect(table[0]).toContain(`1,自查结果,内科日常自查,${answered.payload.content},不合格,没有上锁,,2026-03-01 09:00:00,待上传,,"照片/0001-1.jpg\n照片/0001-2.png",${answered.id}`);
    expect(table[1]).toContain(`2,自纠,内科日常自查,公示不全,已整改,已换锁,王护士,2026-03-01 09:00:00,待上传,,照片/0001-2.png,${corrected.id}`);
    expect(table[2]).toContain('3,提交任务,内科日常自查,,,,,2026-03-01 10:00:00,待上传');
    expect(parsed).toMatchObject({ version: 1, compNo: '110001', employeeId: ME, deptName: '内科', exportedAt: AT.toISOString() });
    expect(parsed.photos).toEqual([{ sha256: one, file: '照片/0001-1.jpg' }, { sha256: two, file: '照片/0001-2.png' }]);
    expect(parsed.entries).toMatchObject([
      { id: answered.id, kind: 'answer', pointId: uuid(1), value: answered.payload.value },
      { id: corrected.id, kind: 'correction', itemId: uuid(3), value: corrected.payload.value },
      { id: submitted.id, kind: 'submit', submittedAt: submitted.payload.submittedAt },
    ]);
  });

  it('says why an entry was refused, and which photo is not on this phone', async () => {
    const missing = await hashOf(bytesOf('elsewhere'));
    const refused = answerEntry(ME, { ...TASK, photoIds: [missing], state: 'failed', lastError: '任务已取消（重复下发）' }, { photos: [missing] });
    refused.payload.pointId = uuid(1);
    const { table, parsed } = await unzip([refused]);
    expect(table[0]).toContain('未能上传,任务已取消（重复下发）,（不在本机）');
    expect(parsed.photos).toEqual([]);
    expect(parsed.entries).toMatchObject([{ value: { photos: [missing] } }]);
  });

  it('lets no cell become a formula', async () => {
    const entry = answerEntry(ME, TASK, { result: 'unqualified', remark: '=HYPERLINK("http://x.cn","点")' });
    entry.payload.pointId = uuid(1);
    const { table } = await unzip([entry]);
    expect(table[0]).toContain(`"'=HYPERLINK(""http://x.cn"",""点"")"`);
  });

  it("takes nothing from another account's database", async () => {
    const one = await hashOf(bytesOf('theirs'));
    await rows.disk.change(async (change) => change.put(photoKey(one), { v: 1, sha256: one, type: 'image/jpeg', bytes: bytesOf('theirs'), createdAt: AT.toISOString() }));
    const entry = answerEntry(ME, { ...TASK, photoIds: [one] }, { photos: [one] });
    entry.payload.pointId = uuid(1);
    expect(Object.keys((await unzip([entry])).files).sort()).toEqual([ENTRIES_FILE, TABLE_FILE].sort());
  });
});
