import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { articleLabel } from '#contract/chinese-numerals.ts';
import { followLaws } from '../../../server/modules/law-changes/follow-laws-service.ts';
import { importLaws } from '../../../server/modules/laws/law-import-service.ts';
import type { TestServer } from './server.ts';
import { expectSuccess } from './task-fixture.ts';

/** A made-up statute as a file: its articles count from one. */
export const statuteText = (title: string, articles: readonly string[]): string =>
  [`# ${title}`, '', '<!-- INFO END -->', ...articles.flatMap((text, index) => ['', `${articleLabel(index + 1)} ${text}`])].join('\n');

/** Imports editions of a law by their days of publication, each in an import of its own. */
export async function importEditions(server: TestServer, title: string, editions: Readonly<Record<string, readonly string[]>>): Promise<void> {
  for (const [day, articles] of Object.entries(editions)) {
    const folder = await mkdtemp(join(tmpdir(), 'zyzc-edition-'));
    try {
      await writeFile(join(folder, `${title}(${day}).md`), statuteText(title, articles));
      const { failures } = await importLaws(server.context, folder);
      if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason).join());
      await followLaws(server.context);
    } finally {
      await rm(folder, { recursive: true });
    }
  }
}

export async function lawIdOf(server: TestServer, title: string, day: string): Promise<string> {
  const row = await server.context.db.selectFrom('law').select('id').where('title', '=', title).where('publish_date', '=', day).executeTakeFirstOrThrow();
  return row.id;
}

/** An own point whose article has other words in a newer edition. */
export async function openLawChange(
  server: TestServer,
  { title, itemId }: { title: string; itemId: string },
  admin: 'admin01' | 'admin91' = 'admin01',
): Promise<{ lawId: string; pointId: string; version: string }> {
  await importEditions(server, title, { '2020-01-01': ['为了安全。', '发生事故的，应当在两小时内报告。'] });
  const body = {
    itemId,
    content: `${title}的要点`,
    method: '查看记录',
    basisLaw: title,
    basisArticle: 2,
    basisGist: '说明',
    basisAnchor: '两小时内报告',
    expected: '符合',
  };
  const { id: pointId } = expectSuccess(await server.call('addCompanyPoint', { body }, { as: admin }));
  await importEditions(server, title, { '2024-01-01': ['为了安全。', '发生事故或者险情的，应当在两小时内报告。'] });
  const { version_id: version } = await server.context.db.selectFrom('check_point').select('version_id').where('id', '=', pointId).executeTakeFirstOrThrow();
  return { lawId: await lawIdOf(server, title, '2024-01-01'), pointId, version };
}
