// Texts for spreadsheets, in files and on the clipboard. Without zod, so that the browser can load it.

/** Texts that a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r\n]/
const NEEDS_QUOTES = /[";,\r\n]/
/** Either of them, so that most texts need one test. */
const NEEDS_CARE = /^[=+\-@\t]|[";,\r\n]/

export const harmless = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** A text as a cell of a CSV file (RFC 4180) with any separator. */
export function csvText(text: string): string {
  if (!NEEDS_CARE.test(text)) return text
  const safe = harmless(text)
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
