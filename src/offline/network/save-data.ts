/** Whether the person asked the browser to spend little of the mobile network; false where it cannot say. */
export const savesData = (): boolean => (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;
