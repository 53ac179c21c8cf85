// Text measuring, windowing and lengths for bar charts.
import { scaleLinear } from '@visx/scale'

/** Clamps the index of the first visible bar so that the window stays full. */
export const clampWindow = (first: number, count: number, shown: number): number =>
  Math.max(0, Math.min(first, count - shown))

/** Where the bar of each value lies between two positions: from zero, to the left of it for a negative value. */
export function barSpans(values: readonly number[], range: [number, number]) {
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)]
  const x = scaleLinear<number>({ domain: [least, most === least ? least + 1 : most], range })
  return values.map((value) => ({ start: x(Math.min(0, value)), end: x(Math.max(0, value)) }))
}

/** Font sizes of chart texts, px; the same as in chart.module.css. */
export const LABEL_SIZE = 13
export const TICK_SIZE = 12

/** Character widths of the chart font in em, where they differ from the default. Digits are tabular. */
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

/** Upper estimate of the width of a text, px, for layout before rendering. */
export const roomFor = (label: string, size = LABEL_SIZE): number =>
  [...label].reduce((room, character) => room + widthOf(character) * size, 0)

/** Longest prefix that fits in `width` px, at least one character. */
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

/** Truncates a label to `width` px with an ellipsis; SVG text does not do it by itself. */
export function fitText(label: string, width: number, size = LABEL_SIZE): string {
  if (roomFor(label, size) <= width) return label
  return `${beginning(label, width - roomFor('…', size), size).trimEnd()}…`
}

/** Wraps a label to at most `lines` lines of `width` px after spaces and hyphens; the last line is truncated. */
export function wrapText(label: string, width: number, lines: number, size = LABEL_SIZE): string[] {
  const made: string[] = []
  let rest = label.trim()
  while (made.length < lines - 1) {
    const whole = beginning(rest, width, size)
    if (whole === rest) break
    // Breaks at the last opportunity that fits; a word longer than a line is broken inside.
    const line = rest[whole.length] === ' ' ? `${whole} ` : whole
    const end = /^.*[ -]/.exec(line)?.[0].length ?? whole.length
    made.push(rest.slice(0, end).trim())
    rest = rest.slice(end).trim()
  }
  return [...made, fitText(rest, width, size)]
}
