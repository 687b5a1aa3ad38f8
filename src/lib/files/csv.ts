/** Without it, Excel takes the file for one in the machine's old encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Rows as a CSV file that spreadsheets open as they are: no cell of it is taken for a formula. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  BYTE_ORDER_MARK + rows.map((cells) => cells.map(toCell).join(',')).join('\r\n') + '\r\n';

function toCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
