// Exports a chart as PNG: redraws its panel (chart, centre, legend) as one SVG with inlined styles and a title.
import { element, partsOf, SVG } from './picture-parts.ts'
import { saveFile } from './save-file.ts'

const SCALE = 2
const PADDING = 24
const TITLE = 34
const NOTE = 22
const NOTE_SIZE = 13
const NOTE_LINE = 18
const FONT = '/fonts/inter-latin.woff2'

/** Bottom edge of the content, including the hidden part of scrolling lists. */
const depthOf = (content: Element): number =>
  Math.max(...[content, ...content.querySelectorAll('*')].map((each) => each.getBoundingClientRect().bottom))

function heading(y: number, words: string, weight: number, size: number, color: string): SVGElement {
  const fontFamily = getComputedStyle(document.body).fontFamily
  const look = { fill: color, 'font-size': size, 'font-weight': weight, 'font-family': fontFamily }
  const line = element('text', { x: PADDING, y, ...look })
  line.textContent = words
  return line
}

/** Breaks a note between words where it would leave the picture. */
function linesOf(note: string, width: number): string[] {
  const pen = document.createElement('canvas').getContext('2d')
  if (pen) pen.font = `${NOTE_SIZE}px ${getComputedStyle(document.body).fontFamily}`
  const fits = (line: string) => (pen?.measureText(line).width ?? 0) <= width
  const lines: string[] = []
  for (const word of note.split(' ')) {
    const longer = [...lines.slice(-1), word].join(' ')
    if (fits(longer)) lines.splice(-1, 1, longer)
    else lines.push(word)
  }
  return lines
}

interface Caption {
  readonly title: string
  /** Subtitle, such as the month. */
  readonly note: string
}

function framed(content: HTMLElement, { title, note }: Caption, fontFace: string) {
  const { x, y, width } = content.getBoundingClientRect()
  const notes = note === '' ? [] : linesOf(note, width)
  const head = notes.length === 0 ? TITLE : TITLE + NOTE + (notes.length - 1) * NOTE_LINE
  const outerWidth = width + 2 * PADDING
  const outerHeight = depthOf(content) - y + head + 2 * PADDING
  const sheet = element('svg', {
    xmlns: SVG,
    width: outerWidth * SCALE,
    height: outerHeight * SCALE,
    viewBox: `0 0 ${outerWidth} ${outerHeight}`,
  })
  const style = element('style', {})
  style.textContent = `${fontFace} text { font-variant-numeric: tabular-nums; }`
  const { color } = getComputedStyle(document.body)
  const dimmed = getComputedStyle(document.documentElement).getPropertyValue('--gd-text-dimmed')
  const place = { left: x - PADDING, top: y - PADDING - head }
  sheet.append(style, heading(PADDING + 14, title, 600, 16, color))
  const noteLine = (words: string, index: number) =>
    heading(PADDING + 34 + index * NOTE_LINE, words, 400, NOTE_SIZE, dimmed)
  sheet.append(...notes.map(noteLine))
  sheet.append(...partsOf(content, place))
  return { sheet, width: outerWidth * SCALE, height: outerHeight * SCALE }
}

/** The page's font as a data URL: an SVG image loads no external files. */
async function fontFace(): Promise<string> {
  const bytes = new Uint8Array(await (await fetch(FONT)).arrayBuffer())
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return `@font-face { font-family: Inter; font-weight: 100 900; src: url(data:font/woff2;base64,${btoa(binary)}); }`
}

const loaded = (image: HTMLImageElement, source: string) =>
  new Promise<void>((resolve, reject) => {
    image.onload = () => resolve()
    image.onerror = () => reject(new Error('The picture could not be drawn'))
    image.src = source
  })

/** Saves the rendered `content` as `<name>.png` at twice its size, on the background of the panel. */
export async function savePng(content: HTMLElement, caption: Caption, name: string): Promise<void> {
  const { sheet, width, height } = framed(content, caption, await fontFace())
  const source = URL.createObjectURL(
    new Blob([new XMLSerializer().serializeToString(sheet)], { type: 'image/svg+xml' }),
  )
  const image = new Image()
  await loaded(image, source).finally(() => URL.revokeObjectURL(source))
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser draws no pictures')
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--gd-surface') || '#fff'
  context.fillRect(0, 0, width, height)
  context.drawImage(image, 0, 0)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (blob) saveFile(blob, `${name}.png`)
}
