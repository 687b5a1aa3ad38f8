import { fork } from 'node:child_process';
import { wrongField } from '../errors.ts';
import type { ReadSheet } from './workbook-cells.ts';
import type { WorkbookAnswer } from './workbook-process.ts';

const TIME_LIMIT_MS = 20_000;
const HEAP_LIMIT_MB = 256;

const sentences = {
  notSpreadsheet: '只支持 .xlsx 格式的表格文件，请使用下载的模板填写',
  protected: '不支持旧版 .xls 或加密的表格，请另存为不加密的 .xlsx 文件',
  damaged: '表格文件无法识别，可能已损坏，请使用下载的模板填写',
  tooLarge: '表格内容过多，请删除多余的工作表、格式和空行后再试',
} as const;

const refused = (reason: keyof typeof sentences) => wrongField('file', sentences[reason]);

/** One at a time in this process: reading takes memory, and nobody waits long for it. */
let last: Promise<unknown> = Promise.resolve();

/**
 * The first sheet of a workbook that people see.
 * @param bytes the file that somebody sent, which is judged by its content
 * @throws AppError for what is no such file, or too much of one
 */
export function readWorkbook(bytes: Uint8Array): Promise<ReadSheet> {
  const magic = Buffer.from(bytes.subarray(0, 4)).toString('hex');
  // Both an old .xls and an encrypted workbook come in an OLE container.
  if (magic === 'd0cf11e0') return Promise.reject(refused('protected'));
  if (magic !== '504b0304') return Promise.reject(refused('notSpreadsheet'));
  const reading = last.then(() => readApart(bytes));
  last = reading.catch(() => undefined);
  return reading;
}

async function readApart(bytes: Uint8Array): Promise<ReadSheet> {
  const answer = await askProcess(bytes);
  if ('problem' in answer) throw refused(answer.problem);
  return answer.sheet;
}

/** Not a thread: one that runs out of memory ends now and then the whole server with it. */
async function askProcess(bytes: Uint8Array): Promise<WorkbookAnswer> {
  const child = fork(new URL('./workbook-process.ts', import.meta.url), {
    // It sees nothing of the configuration, passwords of databases above all.
    env: {},
    execArgv: [`--max-old-space-size=${HEAP_LIMIT_MB}`],
    serialization: 'advanced',
    // Out of memory, it would tell at length of its stack.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), TIME_LIMIT_MS);
  try {
    return await new Promise<WorkbookAnswer>((resolve, reject) => {
      child.on('message', (answer: WorkbookAnswer) => resolve(answer));
      child.on('error', reject);
      // Without an answer before: by a signal, it ran out of time or memory.
      child.on('exit', (code, signal) => (signal === null ? reject(new Error(`the process that reads workbooks ended with ${code}`)) : resolve({ problem: 'tooLarge' })));
      // A process that is gone already is told of by its end.
      child.send(bytes, () => undefined);
    });
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}
