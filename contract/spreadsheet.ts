// Texts on their way into a spreadsheet, by file or by clipboard: one rule for both sides; no zod, the browser reads it.

/** What a spreadsheet would run as a formula, told as text. */
const FORMULA = /^[=+\-@\t\r\n]/
const NEEDS_QUOTES = /[";,\r\n]/
/** Either of them: most texts are neither, and pay one look. */
const NEEDS_CARE = /^[=+\-@\t]|[";,\r\n]/

export const harmless = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** A text as a cell of a CSV file (RFC 4180), whichever its separator. */
export function csvText(text: string): string {
  if (!NEEDS_CARE.test(text)) return text
  const safe = harmless(text)
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
