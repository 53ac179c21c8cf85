// Texts for spreadsheets, in files and on the clipboard. Without zod, so that the browser can load it.

/** Characters that show nothing: controls, spaces, and those that only format, such as U+200B and U+202E. */
const INVISIBLE =
  '\\x00-\\x20\\x7f-\\xa0\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{110bd}\u{110cd}\u{13430}-\u{1343f}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}'
/** Signs that begin a formula, also in their wide and small forms. */
const SIGNS = '=+\\-@＝＋－＠﹦﹢﹣﹫'
/** Texts that a spreadsheet would run as a formula, as a regular expression of every engine; it may skip what shows nothing. */
export const FORMULA_PATTERN = `^[${INVISIBLE}]*[${SIGNS}]|^[\\t\\r\\n]`
const FORMULA = new RegExp(FORMULA_PATTERN, 'u')
const NEEDS_QUOTES = /[";,\r\n]/
/** Contains either of the two characters, so that one test rules out most texts. */
const NEEDS_CARE = new RegExp(`^[${INVISIBLE}${SIGNS}]|[";,\\r\\n]`, 'u')

export const harmless = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** A text as a cell of a CSV file (RFC 4180) with any separator, as programs read it. */
export const plainCsvText = (text: string): string => (NEEDS_QUOTES.test(text) ? quoted(text) : text)

/** The same for people, whose spreadsheet would run a formula. */
export function csvText(text: string): string {
  if (!NEEDS_CARE.test(text)) return text
  return plainCsvText(harmless(text))
}

/** All are quoted: readers that guess how a file is written look at its first rows, where a quote may be missing. */
export const csvTitles = (titles: readonly string[], separator: string): string =>
  titles.map((title) => quoted(harmless(title))).join(separator)
