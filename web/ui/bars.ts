// Sums behind bar charts. Pure; touches nothing.

/** First bar in sight when `first` is asked for: never before the first bar, never past the last full window. */
export const clampWindow = (first: number, count: number, shown: number): number =>
  Math.max(0, Math.min(first, count - shown))

/** Width of a character of the charts' type, px, on average. */
const CHARACTER = 6.6
/** Codes in small letters and hyphens run wider than words. */
const WIDE_CHARACTER = 7.6

/** The width that a label surely fits in, px. */
export const roomFor = (label: string): number => label.length * WIDE_CHARACTER

/** A label cut to about `width` px; SVG text neither wraps nor cuts by itself. */
export function fitText(label: string, width: number): string {
  const most = Math.max(1, Math.floor(width / CHARACTER))
  return label.length <= most ? label : `${label.slice(0, Math.max(1, most - 1)).trimEnd()}…`
}

/** A label on at most `lines` lines of about `width` px, broken after spaces and hyphens; what is left over is cut. */
export function wrapText(label: string, width: number, lines: number): string[] {
  const most = Math.max(1, Math.floor(width / CHARACTER))
  const made: string[] = []
  let rest = label.trim()
  while (rest.length > most && made.length < lines - 1) {
    // The last break that fits; a word longer than a line is broken where the line ends.
    const line = rest.slice(0, rest[most] === ' ' ? most + 1 : most)
    const fits = /^.*[ -]/.exec(line)?.[0].length ?? 0
    const end = fits > 0 ? fits : most
    made.push(rest.slice(0, end).trim())
    rest = rest.slice(end).trim()
  }
  return [...made, fitText(rest, width)]
}
