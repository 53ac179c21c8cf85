// How workbooks mark numbers as days (ECMA-376, 18.8.30).

/** Formats of days, with a time or without, that Excel numbers itself. */
export const DAY_FORMATS: readonly number[] = [
  ...[14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36],
  ...[50, 51, 52, 53, 54, 55, 56, 57, 58],
]

/** The signs of a format code, without quoted and escaped texts, colours and conditions. */
export const formatSigns = (code: string): string => code.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '')

/** 9999-12-31, the last day that Excel shows: a larger number with a format of days is a number. */
export const LAST_DAY = 2_958_465
