import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createBackup, READ_AGAIN_SHARES } from '../backup/create-backup.ts';
import { connect, sqliteFileIn } from '../database/connect.ts';
import { storeFor } from '../files/store-for.ts';
import { runCommand } from './run-with-context.ts';

const USAGE = '用法: npm run backup -- 目录 [--keep 保留份数]';

await runCommand(async (config) => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { keep: { type: 'string' } } });
  const [directory] = positionals;
  if (directory === undefined || positionals.length > 1) throw new Error(USAGE);
  if (values.keep !== undefined && !/^[1-9]\d{0,3}$/.test(values.keep)) throw new Error(`--keep 必须为 1 至 9999 的整数\n${USAGE}`);
  // Opening it would make an empty one.
  if (config.databaseUrl === '' && !existsSync(sqliteFileIn(config.dataDir))) throw new Error(`没有可备份的数据：${config.dataDir} 中没有数据库`);
  // Not migrated: a backup is what one makes before a new release is started.
  const database = connect(config);
  try {
    const { folder, manifest, removed } = await createBackup(
      { database, files: storeFor(config) },
      {
        directory: resolve(process.env['INIT_CWD'] ?? '.', directory),
        now: new Date(),
        ...(values.keep === undefined ? {} : { keep: Number(values.keep) }),
      },
    );
    const rows = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0);
    console.log(`已备份到 ${folder}\n数据 ${rows} 行，文件 ${manifest.files.count} 个（${Math.ceil(manifest.files.bytes / 1024 / 1024)} MB），已核对数据库、新文件和 1/${READ_AGAIN_SHARES} 的旧文件`);
    if (removed.length > 0) console.log(`已删除旧备份 ${removed.join('、')}`);
    for (const key of manifest.missingFiles) console.error(`警告：数据库引用的文件不存在：${key}`);
    for (const key of manifest.damagedBefore) console.error(`警告：之前的备份中文件已损坏，本次已重新复制：${key}`);
    for (const key of manifest.damagedFiles) console.error(`警告：文件内容已损坏：${key}`);
  } finally {
    await database.close();
  }
});
