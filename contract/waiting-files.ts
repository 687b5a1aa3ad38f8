/** Names inside the ZIP that a phone makes of what waits in its outbox. */
export const ENTRIES_FILE = 'entries.json';
export const TABLE_FILE = '待上传内容.csv';
