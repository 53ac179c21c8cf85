/** Stands for the last day of every month. */
export const LAST_DAY = 31
