// Converts a part of the page into SVG elements: charts, backgrounds and texts.

const STYLES = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'letter-spacing',
  'text-anchor',
] as const

export const SVG = 'http://www.w3.org/2000/svg'

/** Copies an SVG with its computed styles inlined: an image has no style sheet and no variables. */
function withStyles(svg: SVGSVGElement): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const copies = copy.querySelectorAll<SVGElement>('*')
  svg.querySelectorAll<SVGElement>('*').forEach((element, index) => {
    const computed = getComputedStyle(element)
    for (const name of STYLES) copies[index]?.style.setProperty(name, computed.getPropertyValue(name))
  })
  for (const each of copy.querySelectorAll('[data-no-print]')) each.remove()
  return copy
}

export const element = (name: string, attributes: Readonly<Record<string, string | number>>): SVGElement => {
  const made = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value))
  return made
}

interface Place {
  readonly left: number
  readonly top: number
}

/** An SVG of the page (chart, icon, legend mark) at its position. */
function drawing(svg: SVGSVGElement, { left, top }: Place): SVGElement {
  const { x, y, width, height } = svg.getBoundingClientRect()
  const copy = withStyles(svg)
  for (const [key, value] of Object.entries({ x: x - left, y: y - top, width, height }))
    copy.setAttribute(key, String(value))
  copy.setAttribute('overflow', 'visible')
  return copy
}

const CLEAR = 'rgba(0, 0, 0, 0)'

/** Background of an element: swatches, badges, the selected row. */
function ground(box: HTMLElement, { left, top }: Place): SVGElement[] {
  const { backgroundColor, borderTopLeftRadius } = getComputedStyle(box)
  const { x, y, width, height } = box.getBoundingClientRect()
  if (backgroundColor === CLEAR || width === 0 || height === 0) return []
  const rx = Math.min(Number.parseFloat(borderTopLeftRadius) || 0, height / 2)
  return [element('rect', { x: x - left, y: y - top, width, height, rx, fill: backgroundColor })]
}

/** The lines of a text node as the page broke them. */
function linesOf(node: Text): { words: string; box: DOMRect }[] {
  const lines: { words: string; box: DOMRect }[] = []
  for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
    const range = document.createRange()
    range.setStart(node, index)
    range.setEnd(node, index + word.length)
    const box = range.getBoundingClientRect()
    const last = lines.at(-1)
    if (last && Math.abs(last.box.top - box.top) < 2) last.words += ` ${word}`
    else lines.push({ words: word, box })
  }
  return lines
}

/** Truncates text that overflows its box, as on the page. */
function cut(words: string, from: number, holder: HTMLElement): string {
  if (holder.scrollWidth <= holder.clientWidth || holder.clientWidth === 0) return words
  const share = (holder.getBoundingClientRect().right - from) / holder.scrollWidth
  return `${words.slice(0, Math.max(1, Math.floor(words.length * share) - 1)).trimEnd()}…`
}

function written(node: Text, { left, top }: Place): SVGElement[] {
  const holder = node.parentElement
  if (!holder) return []
  const style = getComputedStyle(holder)
  return linesOf(node).map(({ words, box }) => {
    const line = element('text', {
      x: box.x - left,
      y: box.y - top + box.height / 2,
      'dominant-baseline': 'central',
      fill: style.color,
      'font-family': style.fontFamily,
      'font-size': style.fontSize,
      'font-weight': style.fontWeight,
      'letter-spacing': style.letterSpacing,
    })
    line.textContent = cut(words, box.x, holder)
    return line
  })
}

/** Visually hidden and no-print elements, such as what hovering shows, are left out. */
const isLeftOut = (box: Element): boolean =>
  box.matches('[data-no-print]') || getComputedStyle(box).clipPath !== 'none'

/** SVG elements for everything inside `box`, in document order. */
export function partsOf(box: Element, place: Place): SVGElement[] {
  if (isLeftOut(box)) return []
  if (box instanceof SVGSVGElement) return [drawing(box, place)]
  const own = box instanceof HTMLElement ? ground(box, place) : []
  return [
    ...own,
    ...[...box.childNodes].flatMap((child) => {
      if (child instanceof Text) return written(child, place)
      return child instanceof Element ? partsOf(child, place) : []
    }),
  ]
}
