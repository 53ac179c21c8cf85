// Which values have a change, the same at every door. Without zod, so that the browser can load it.

/** How far the orders of some days were read. unfinished: more are to come; part: until a day before their end. */
export type Reading = 'whole' | 'unfinished' | 'part'

/** Nothing yet is no fall, and a part is compared with nothing. */
export const hasChange = (reading: Reading, value: number): boolean =>
  reading === 'whole' || (reading === 'unfinished' && value !== 0)
