// Texts for spreadsheets, in files and on the clipboard. Without zod, so that the browser can load it.

/** Matches what \s matches in JavaScript, also in engines where \s matches less. */
const BLANKS = ' \t\n\v\f\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'
/** Texts that a spreadsheet would run as a formula, as a regular expression of every engine; it may skip leading blanks. */
export const FORMULA_PATTERN = `^[${BLANKS}]*[=+\\-@＝＋－＠]|^[\\t\\r\\n]`
const FORMULA = new RegExp(FORMULA_PATTERN)
const NEEDS_QUOTES = /[";,\r\n]/
/** Contains either of the two characters, so that one test rules out most texts. */
const NEEDS_CARE = /^[\s=+\-@＝＋－＠]|[";,\r\n]/

export const harmless = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** A text as a cell of a CSV file (RFC 4180) with any separator. */
export function csvText(text: string): string {
  if (!NEEDS_CARE.test(text)) return text
  const safe = harmless(text)
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
