import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { v7 as uuidv7 } from 'uuid';
import { apiPaths, fillPath } from '#contract/api-paths.ts';
import { addDays, shanghaiDay } from '#contract/calendar.ts';
import { importLaws } from '../../server/modules/laws/law-import-service.ts';
import type { BenchDatabase } from '../bench/data/database.ts';
import { call, signIn } from '../support/calls.ts';
import { makePhoto } from '../support/photo.ts';
import type { Site } from './site.ts';

const POINTS = 200;
const ENTRIES_PER_SAVE = 50;
const PHOTO_BYTES = 300 * 1024;
const LAW_FOLDER = fileURLToPath(new URL('../../server/library/laws', import.meta.url));

export const MIX = { phones: 50, points: POINTS };

/** What the mixed profile needs besides a company with phones. */
export const prepareMix = (database: BenchDatabase): Promise<unknown> => database.fill((context) => importLaws(context, LAW_FOLDER));

/**
 * Of twenty calls five save fifty answers, five open a task of 200 points, four list tasks, two bring a photo of 300 KB, two
 * read laws, one signs in, and one asks for statistics.
 */
export async function mixedCalls({ urlFor, phones, adminToken }: Site): Promise<(number: number) => Promise<unknown>> {
  const revisions = new Map<string, number>();
  const today = shanghaiDay(new Date());
  const picture = await makePhoto(64, 64, [0, 128, 128]);
  const laws = await call(urlFor(0), 'laws', { query: {} }, adminToken);
  const lawIds = laws.records.slice(0, 5).map(({ id }) => id);
  return async (number) => {
    const url = urlFor(number);
    const phone = phones[number % phones.length];
    if (phone === undefined) throw new Error('there are no phones');
    const { token, deptTaskId, pointIds, person } = phone;
    const kind = number % 20;
    if (kind < 5) {
      const entries = Array.from({ length: ENTRIES_PER_SAVE }, (_, index) => {
        const pointId = pointIds[(number + index) % pointIds.length] ?? '';
        const key = `${deptTaskId} ${pointId}`;
        const baseRevision = revisions.get(key) ?? 0;
        revisions.set(key, baseRevision + 1);
        return { id: uuidv7(), pointId, result: 'qualified' as const, remark: '', photos: [], answeredAt: new Date().toISOString(), baseRevision };
      });
      return call(url, 'saveAnswers', { body: { deptTaskId, entries } }, token);
    }
    if (kind < 10) return call(url, 'queryTaskCheckPointInfo', { params: { id: deptTaskId } }, token);
    if (kind < 14) return call(url, 'queryMyTaskCheckList', { query: {} }, token);
    if (kind < 16) return bringPhoto(url, token, photoNumbered(picture, number));
    if (kind < 18) return call(url, 'lawTexts', { query: { ids: lawIds.join(',') } }, token);
    if (kind === 18) return signIn(url, person);
    return call(url, 'queryOverallSelfCheckStatList', { query: { startDate: addDays(today, -30), endDate: today } }, adminToken);
  };
}

/** No two are alike, or the server would have them already; what follows a picture's end is no part of it. */
function photoNumbered(picture: Buffer, number: number): Buffer {
  const photo = Buffer.alloc(PHOTO_BYTES, `${number} ${uuidv7()} `);
  picture.copy(photo);
  return photo;
}

async function bringPhoto(url: string, token: string, photo: Buffer): Promise<void> {
  const sha256 = createHash('sha256').update(photo).digest('hex');
  const response = await fetch(url + fillPath(apiPaths.uploadFile.path, { sha256 }), {
    method: 'POST',
    headers: { accessToken: token, 'content-type': 'image/jpeg' },
    body: Uint8Array.from(photo),
  });
  if (!response.ok) throw new Error(`photo: ${response.status} ${await response.text()}`);
}
