// How a pin of a board shows its question. Without zod, so that the browser can load it.

export const PIN_KINDS = ['card', 'lines', 'bars', 'heat', 'table'] as const
export type PinKind = (typeof PIN_KINDS)[number]

/** A third, two thirds, or all of the width. */
export const PIN_SIZES = ['small', 'medium', 'large'] as const
export type PinSize = (typeof PIN_SIZES)[number]
