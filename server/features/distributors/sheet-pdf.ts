// Draws a sheet on one or two pages of A4, with the font of the screens: text stays text.
import { fileURLToPath } from 'node:url'
import type { ProfileSheet } from '#contract/profile.ts'
import { SHEET_TEXT as text } from './sheet-text.ts'

const fontFile = (name: string) => fileURLToPath(new URL(`../../fonts/inter-${name}.ttf`, import.meta.url))

const INK = '#1a1d23'
const DIM = '#5b6370'
const LINE = '#e3e6eb'
const ACCENT = '#3154c9'
const MARGIN = 42
const GAP = 16

type Doc = PDFKit.PDFDocument

export async function pdfOf(sheet: ProfileSheet): Promise<Buffer> {
  // Loaded on first use: most servers never draw one.
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({
    ...{ size: 'A4', margin: MARGIN, bufferPages: true, lang: 'es-AR', displayTitle: true },
    font: fontFile('regular'),
    info: { Title: `${sheet.title}. ${sheet.subtitle}`, Creator: 'Góndola' },
  })
  const parts: Buffer[] = []
  const whole = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (part: Buffer) => parts.push(part))
    doc.on('end', () => resolve(Buffer.concat(parts)))
    doc.on('error', reject)
  })
  doc.registerFont('regular', fontFile('regular')).registerFont('semibold', fontFile('semibold'))
  draw(doc, sheet)
  doc.end()
  return whole
}

const widthOf = ({ page }: Doc) => page.width - 2 * MARGIN
const bottomOf = ({ page }: Doc) => page.height - MARGIN - 14

interface Look {
  readonly size?: number
  readonly color?: string
  readonly strong?: boolean
}

/** Writes at a place and returns the height it takes. */
function write(
  doc: Doc,
  words: string,
  [x, y, width]: Place,
  look: Look = {},
  align: 'left' | 'right' = 'left',
): number {
  const { size = 9, color = INK, strong = false } = look
  doc
    .font(strong ? 'semibold' : 'regular')
    .fontSize(size)
    .fillColor(color)
  const lines = wrapped(doc, words, width)
  const height = doc.currentLineHeight(true)
  for (const [index, line] of lines.entries()) {
    const left = align === 'left' ? x : x + width - doc.widthOfString(line)
    doc.text(line, left, y + index * height, { lineBreak: false })
  }
  return lines.length * height
}

/** Breaks at spaces alone: elsewhere an amount would lose its sign. A line that goes on keeps its space. */
function wrapped(doc: Doc, words: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of words.split(/(?<= )/)) {
    const isWider = doc.widthOfString((line + word).trimEnd()) > width
    if (isWider && line !== '') lines.push(line)
    line = isWider ? word : line + word
  }
  return [...lines, line]
}

type Place = readonly [x: number, y: number, width: number]

function draw(doc: Doc, sheet: ProfileSheet): void {
  let y = MARGIN
  y += write(doc, sheet.title, [MARGIN, y, widthOf(doc)], { size: 18, strong: true }) + 2
  y += write(doc, sheet.subtitle, [MARGIN, y, widthOf(doc)], { size: 10, color: DIM }) + GAP
  y += facts(doc, sheet.headline, [MARGIN, y, widthOf(doc)], 15) + GAP
  y += heading(doc, text.why, [MARGIN, y, widthOf(doc)])
  for (const line of sheet.why) y += write(doc, line, [MARGIN, y, widthOf(doc)], { size: 10 }) + 3
  y += GAP
  y += heading(doc, text.course, [MARGIN, y, widthOf(doc)])
  y += bars(doc, sheet.months, [MARGIN, y, widthOf(doc)]) + GAP
  blocks(doc, sheet.blocks, y)
  foot(doc, sheet.foot)
}

function heading(doc: Doc, words: string, [x, y, width]: Place): number {
  doc
    .moveTo(x, y)
    .lineTo(x + width, y)
    .lineWidth(0.7)
    .strokeColor(LINE)
    .stroke()
  return 7 + write(doc, words, [x, y + 7, width], { size: 11, strong: true }) + 5
}

/** Side by side, as many as there are. */
function facts(doc: Doc, all: ProfileSheet['headline'], [x, y, width]: Place, size: number): number {
  if (all.length === 0) return 0
  const each = width / all.length
  const heights = all.map(({ label, value, change, note }, index) => {
    const at = (down: number): Place => [x + index * each, y + down, each - 8]
    let down = write(doc, label, at(0), { size: 8, color: DIM }) + 1
    down += write(doc, value, at(down), { size, strong: true }) + 1
    if (change) down += write(doc, change, at(down), { size: 9 }) + 1
    if (note) down += write(doc, note, at(down), { size: 7.5, color: DIM })
    return down
  })
  return Math.max(...heights)
}

const BARS = 74

/** One bar per month, its amount above it and its name below. */
function bars(doc: Doc, months: ProfileSheet['months'], [x, y, width]: Place): number {
  const most = Math.max(1, ...months.map(({ net_sale }) => net_sale))
  const each = width / months.length
  months.forEach(({ month, net_sale, text: amount }, index) => {
    const height = (Math.max(0, net_sale) / most) * (BARS - 24)
    const left = x + index * each
    doc.rect(left + 4, y + BARS - height, each - 8, height).fill(ACCENT)
    write(doc, amount, [left - 2, y + BARS - height - 8, each + 4], { size: 4.6, color: DIM })
    write(doc, `${month.slice(5)}/${month.slice(2, 4)}`, [left + 4, y + BARS + 3, each], {
      size: 7,
      color: DIM,
    })
  })
  return BARS + 13
}

/** In two columns, each block below the shorter one; what does not fit goes to the next page. */
function blocks(doc: Doc, all: ProfileSheet['blocks'], top: number): void {
  const width = (widthOf(doc) - GAP) / 2
  let ends = [top, top]
  for (const each of all) {
    const height = blockHeight(each)
    if (Math.min(...ends) + height > bottomOf(doc)) {
      doc.addPage()
      ends = [MARGIN, MARGIN]
    }
    const column = (ends[0] ?? 0) <= (ends[1] ?? 0) ? 0 : 1
    const y = ends[column] ?? top
    ends[column] = y + block(doc, each, [MARGIN + column * (width + GAP), y, width]) + GAP
  }
}

/** At most so high, to know before it is drawn. */
const blockHeight = ({ facts, table, lines, note }: ProfileSheet['blocks'][number]): number =>
  26 +
  (facts.length > 0 ? 66 : 0) +
  (note ? 14 : 0) +
  (table ? 22 * (table.rows.length + 1) : 0) +
  26 * lines.length

function block(doc: Doc, each: ProfileSheet['blocks'][number], [x, top, width]: Place): number {
  let y = top + heading(doc, each.title, [x, top, width])
  if (each.note) y += write(doc, each.note, [x, y, width], { color: DIM }) + 4
  y += facts(doc, each.facts, [x, y, width], 12)
  if (each.table) y += 4 + table(doc, each.table, [x, y + 4, width])
  for (const line of each.lines) y += write(doc, line, [x, y, width]) + 3
  return y - top
}

function table(
  doc: Doc,
  { head, rows }: NonNullable<ProfileSheet['blocks'][number]['table']>,
  [x, top, width]: Place,
): number {
  const shares = [0.48, 0.32, 0.2]
  let y = top
  for (const [index, cells] of [head, ...rows].entries()) {
    const look = index === 0 ? { size: 7.5, color: DIM } : { size: 8.5 }
    const heights = cells.map((cell, at) => {
      const left = x + width * shares.slice(0, at).reduce((sum, share) => sum + share, 0)
      return write(doc, cell, [left, y, width * (shares[at] ?? 0) - 4], look, at === 0 ? 'left' : 'right')
    })
    y += Math.max(...heights) + 4
  }
  return y - top
}

function foot(doc: Doc, words: string): void {
  const { start, count } = doc.bufferedPageRange()
  for (let index = start; index < start + count; index++) {
    doc.switchToPage(index)
    // Within the margin, where text would otherwise open a new page.
    doc.page.margins.bottom = 0
    write(doc, words, [MARGIN, doc.page.height - MARGIN, widthOf(doc)], { size: 7.5, color: DIM })
  }
}
