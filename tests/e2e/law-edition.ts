import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { call, signIn } from '../support/calls.ts';
import { statuteText } from '../server/support/law-fixture.ts';

/** Imports what lies in a folder, beside the running server, as an operator does. @returns what the command says */
export async function importLaws(dataDir: string, folder: string): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', NODE_ENV: 'development' };
  const { stdout } = await promisify(execFile)(process.execPath, ['server/commands/laws-import.ts', folder], { env });
  return stdout;
}

/** Imports files by their names, the same way. */
export async function importLawFiles(dataDir: string, files: Record<string, string | Buffer>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'zyzc-laws-'));
  try {
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
    return await importLaws(dataDir, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Imports an edition of a made-up law. */
export const importEdition = (dataDir: string, title: string, day: string, articles: readonly string[]): Promise<string> =>
  importLawFiles(dataDir, { [`${title}(${day}).md`]: statuteText(title, articles) });

/** An own point of a made-up law that has other words in its newer edition. @returns the newer edition's id */
export async function openLawChange({ url, dataDir }: { url: string; dataDir: string }): Promise<string> {
  const title = '示例消防条例';
  const token = await signIn(url, { userNo: 'admin01', password: 'Admin2026' });
  await importEdition(dataDir, title, '2020-01-01', ['灭火器每月检查一次。']);
  const [category] = await call(url, 'queryCheckItemTree', {}, token);
  const body = { itemId: category?.id ?? '', content: '灭火器完好', expected: '完好', method: '查看', basisLaw: title, basisArticle: 1, basisAnchor: '灭火器每月检查', basisGist: '按月检查' };
  await call(url, 'addCompanyPoint', { body }, token);
  await importEdition(dataDir, title, '2024-01-01', ['灭火器每月检查一次，并有记录。']);
  const { records } = await call(url, 'lawChanges', { query: {} }, token);
  return records.find((change) => change.title === title)?.id ?? '';
}
