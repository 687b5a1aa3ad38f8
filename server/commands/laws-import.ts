import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { followLaws } from '../modules/law-changes/follow-laws-service.ts';
import { importLaws } from '../modules/laws/law-import-service.ts';
import { runWithContext } from './run-with-context.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('用法: npm run laws:import -- 目录\n目录中放法规的 Markdown(.md、.markdown)、纯文本(.txt，写法同 Markdown)或 PDF(.pdf)，旁边可放同名的元数据(.json)。');
  process.exit(2);
}

await runWithContext(async (context) => {
  // npm starts us in the project's folder; the operator may have been elsewhere.
  const directory = resolve(process.env['INIT_CWD'] ?? '.', folder);
  const isDirectory = await stat(directory).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isDirectory) throw new Error(`找不到目录 ${directory}`);
  const { added, updated, unchanged, unreplaced, failures } = await importLaws(context, directory);
  await followLaws(context);
  for (const { file, line, reason } of failures) console.error(`${file}${line === undefined ? '' : `:${line}`}: ${reason}`);
  for (const law of unreplaced) console.error(`${law}仍为已修改，但取代它的版本按现在的日期尚未施行。如果它仍然有效，请把它的文件放入目录重新导入`);
  console.log(`新增 ${added.length} 部，更新 ${updated.length} 部，未变 ${unchanged.length} 部，失败 ${failures.length} 个文件`);
  if (failures.length > 0) process.exitCode = 1;
});
