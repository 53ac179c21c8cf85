// A chart as a picture: its SVG with the styles of the page written in, a title above. Touches the browser only.

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

const SVG = 'http://www.w3.org/2000/svg'
const SCALE = 2
const PADDING = 24
const TITLE = 34

/** A picture knows no variables and no style sheet, so what they come to is written on each element. */
function withStyles(svg: SVGSVGElement): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const copies = copy.querySelectorAll<SVGElement>('*')
  svg.querySelectorAll<SVGElement>('*').forEach((element, index) => {
    const computed = getComputedStyle(element)
    for (const name of STYLES) copies[index]?.style.setProperty(name, computed.getPropertyValue(name))
  })
  return copy
}

function textAt(y: number, content: string, weight: string, size: number, color: string): SVGTextElement {
  const element = document.createElementNS(SVG, 'text')
  element.textContent = content
  element.setAttribute('x', String(PADDING))
  element.setAttribute('y', String(y))
  element.setAttribute('fill', color)
  element.setAttribute('font-size', String(size))
  element.setAttribute('font-weight', weight)
  element.setAttribute('font-family', getComputedStyle(document.body).fontFamily)
  return element
}

function framed(svg: SVGSVGElement, title: string) {
  const { width, height } = svg.getBoundingClientRect()
  const page = getComputedStyle(document.body)
  const chart = withStyles(svg)
  chart.setAttribute('x', String(PADDING))
  chart.setAttribute('y', String(PADDING + TITLE))
  chart.setAttribute('width', String(width))
  chart.setAttribute('height', String(height))
  const [outerWidth, outerHeight] = [width + 2 * PADDING, height + TITLE + 2 * PADDING]
  const sheet = document.createElementNS(SVG, 'svg')
  sheet.setAttribute('xmlns', SVG)
  sheet.setAttribute('width', String(outerWidth * SCALE))
  sheet.setAttribute('height', String(outerHeight * SCALE))
  sheet.setAttribute('viewBox', `0 0 ${outerWidth} ${outerHeight}`)
  sheet.append(textAt(PADDING + 14, title, '600', 16, page.color), chart)
  return { sheet, width: outerWidth * SCALE, height: outerHeight * SCALE }
}

const loaded = (image: HTMLImageElement, source: string) =>
  new Promise<void>((resolve, reject) => {
    image.onload = () => resolve()
    image.onerror = () => reject(new Error('The picture could not be drawn'))
    image.src = source
  })

function save(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

/** Saves `svg` as `<name>.png`, twice its size on screen, on the panel's own background. */
export async function savePng(svg: SVGSVGElement, title: string, name: string): Promise<void> {
  const { sheet, width, height } = framed(svg, title)
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
  if (blob) save(blob, `${name}.png`)
}
