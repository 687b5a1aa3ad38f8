import { Worker } from 'node:worker_threads';
import { wrongField } from '../errors.ts';
import type { WorkbookAnswer } from './workbook-worker.ts';

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
 * The cells of a workbook's first sheet as texts, row by row from the first, empty rows included.
 * @param bytes the file that somebody sent, which is judged by its content
 * @throws AppError for what is no such file, or too much of one
 */
export function readWorkbook(bytes: Uint8Array): Promise<string[][]> {
  const magic = Buffer.from(bytes.subarray(0, 4)).toString('hex');
  // Both an old .xls and an encrypted workbook come in an OLE container.
  if (magic === 'd0cf11e0') return Promise.reject(refused('protected'));
  if (magic !== '504b0304') return Promise.reject(refused('notSpreadsheet'));
  const reading = last.then(() => readInThread(bytes));
  last = reading.catch(() => undefined);
  return reading;
}

async function readInThread(bytes: Uint8Array): Promise<string[][]> {
  const answer = await askThread(bytes);
  if ('problem' in answer) throw refused(answer.problem);
  return answer.rows;
}

async function askThread(bytes: Uint8Array): Promise<WorkbookAnswer> {
  const worker = new Worker(new URL('./workbook-worker.ts', import.meta.url), {
    workerData: bytes,
    // The thread sees nothing of the configuration, passwords of databases above all.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT_MB },
  });
  const timer = setTimeout(() => void worker.terminate(), TIME_LIMIT_MS);
  try {
    return await new Promise<WorkbookAnswer>((resolve, reject) => {
      worker.on('message', resolve);
      worker.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve({ problem: 'tooLarge' });
        else reject(error);
      });
      // Without an answer before, it ran out of time.
      worker.on('exit', () => resolve({ problem: 'tooLarge' }));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
