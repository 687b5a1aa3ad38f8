import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { restoreBackup } from '../backup/restore-backup.ts';
import { storeFor } from '../files/store-for.ts';
import { runCommand } from './run-with-context.ts';

const USAGE = '用法: npm run restore -- 目录/zyzc-日期-时间 [--force]\n请先停止服务。--force 用备份替换已有的数据。';

await runCommand(async (config) => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { force: { type: 'boolean', default: false } } });
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) throw new Error(USAGE);
  const { manifest, keptAside, lostFiles } = await restoreBackup(resolve(process.env['INIT_CWD'] ?? '.', folder), config, {
    files: storeFor(config),
    force: values.force,
    now: new Date(),
  });
  const rows = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0);
  console.log(`已恢复 ${manifest.createdAt} 的备份：数据 ${rows} 行，文件 ${manifest.files.count - lostFiles.length} 个。所有人需要重新登录。`);
  if (keptAside !== undefined) console.log(`原来的数据库保存在 ${keptAside}`);
  for (const key of lostFiles) console.error(`警告：备份中的文件已损坏或不存在，未能恢复：${key}`);
});
