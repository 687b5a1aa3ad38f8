import { wrongField } from '../errors.ts';
import { askProcess } from './ask-process.ts';
import type { ReadSheet } from './workbook-cells.ts';
import type { WorkbookAnswer } from './workbook-process.ts';
import { inTurn } from './workbook-turns.ts';

/** The largest that people send takes a second. */
const LIMITS = { milliseconds: 8000, heapMegabytes: 256 };

const sentences = {
  notSpreadsheet: '文件内容不是 .xlsx 表格，请用表格软件另存为 .xlsx 后重试',
  protected: '不支持旧版 .xls 或加密的表格，请另存为不加密的 .xlsx 文件',
  damaged: '表格文件无法识别，可能已损坏，请使用下载的模板填写',
  tooLarge: '表格内容过多，请删除多余的工作表、格式和空行后再试',
} as const;

const refused = (reason: keyof typeof sentences) => wrongField('file', sentences[reason]);

/**
 * The first sheet of a workbook that people see.
 * @param bytes the file that somebody sent, which is judged by its content
 * @param compNo the institution whose turn it takes
 * @throws AppError for what is no such file, or too much of one
 */
export function readWorkbook(bytes: Uint8Array, compNo: string): Promise<ReadSheet> {
  const magic = Buffer.from(bytes.subarray(0, 4)).toString('hex');
  // Both an old .xls and an encrypted workbook come in an OLE container.
  if (magic === 'd0cf11e0') return Promise.reject(refused('protected'));
  if (magic !== '504b0304') return Promise.reject(refused('notSpreadsheet'));
  return inTurn(compNo, () => readApart(bytes));
}

async function readApart(bytes: Uint8Array): Promise<ReadSheet> {
  const answer = (await askProcess<WorkbookAnswer>(new URL('./workbook-process.ts', import.meta.url), bytes, LIMITS)) ?? { problem: 'tooLarge' };
  if ('problem' in answer) throw refused(answer.problem);
  return answer.sheet;
}
