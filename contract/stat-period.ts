/** Days of the longest period that is counted: ten years, wherever they begin. */
export const PERIOD_MAX_DAYS = 3653;
export const PERIOD_TOO_LONG = '一次最多统计 10 年，请缩短时间';
