// Sums behind bar charts. Pure; touches nothing.

/** First bar in sight when `first` is asked for: never before the first bar, never past the last full window. */
export const clampWindow = (first: number, count: number, shown: number): number =>
  Math.max(0, Math.min(first, count - shown))

/** Sizes that texts of charts are written in, px, as chart.module.css has them. */
export const LABEL_SIZE = 13
export const TICK_SIZE = 12

/** Widths of characters of the charts' type in parts of its size, where they differ from most; figures are all alike. */
const WIDTHS = new Map(
  (
    [
      ["ijlíI .,:;!'|\u00a0", 0.29],
      ['ftr()/"', 0.4],
      ['aceksvxyzáé', 0.58],
      ['0123456789-$+', 0.66],
      ['mwM…', 0.9],
      ['W%@', 1],
    ] as const
  ).flatMap(([characters, width]) => [...characters].map((character) => [character, width] as const)),
)
const SMALL = 0.61
const CAPITAL = 0.74

const widthOf = (character: string): number =>
  WIDTHS.get(character) ?? (character === character.toLowerCase() ? SMALL : CAPITAL)

/** The width that a text surely fits in, px: told before it is drawn, where nothing can be measured. */
export const roomFor = (label: string, size = LABEL_SIZE): number =>
  [...label].reduce((room, character) => room + widthOf(character) * size, 0)

/** The longest beginning that fits in `width` px, and at least one character. */
function beginning(label: string, width: number, size: number): string {
  let room = 0
  let end = 0
  for (const character of label) {
    room += widthOf(character) * size
    if (room > width && end > 0) break
    end += character.length
  }
  return label.slice(0, end)
}

/** A label cut to `width` px; SVG text neither wraps nor cuts by itself. */
export function fitText(label: string, width: number, size = LABEL_SIZE): string {
  if (roomFor(label, size) <= width) return label
  return `${beginning(label, width - roomFor('…', size), size).trimEnd()}…`
}

/** A label on at most `lines` lines of `width` px, broken after spaces and hyphens; what is left over is cut. */
export function wrapText(label: string, width: number, lines: number, size = LABEL_SIZE): string[] {
  const made: string[] = []
  let rest = label.trim()
  while (made.length < lines - 1) {
    const whole = beginning(rest, width, size)
    if (whole === rest) break
    // The last break that fits; a word longer than a line is broken where the line ends.
    const line = rest[whole.length] === ' ' ? `${whole} ` : whole
    const end = /^.*[ -]/.exec(line)?.[0].length ?? whole.length
    made.push(rest.slice(0, end).trim())
    rest = rest.slice(end).trim()
  }
  return [...made, fitText(rest, width, size)]
}
