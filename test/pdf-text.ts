// Reads the texts of a PDF from its bytes: streams, fonts and the tables that map their glyphs to characters.
import { inflateSync } from 'node:zlib'

export interface PdfText {
  readonly pages: number
  /** In the order in which they were drawn. */
  readonly lines: readonly string[]
}

export function pdfText(file: Buffer): PdfText {
  const objects = objectsOf(file)
  const fonts = fontsOf(objects)
  const contents = [...objects.values()].filter(({ stream }) => /\bBT\b/.test(stream ?? ''))
  return {
    pages: [...objects.values()].filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head)).length,
    lines: unwrapped(contents.flatMap(({ stream = '' }) => linesOf(stream, fonts))),
  }
}

/** A line that was wrapped ends with the space before its rest. */
function unwrapped(lines: readonly string[]): string[] {
  const whole: string[] = []
  for (const line of lines) {
    const begun = whole.at(-1)?.endsWith(' ') ? whole.pop() : ''
    whole.push(begun + line)
  }
  return whole
}

interface PdfObject {
  readonly head: string
  /** Decompressed. */
  readonly stream: string | undefined
}

function objectsOf(file: Buffer): Map<string, PdfObject> {
  const bytes = file.toString('latin1')
  const objects = new Map<string, PdfObject>()
  for (const { 1: id = '', index } of bytes.matchAll(/(?<=^|\n)(\d+) 0 obj\n/g)) {
    const end = bytes.indexOf('endobj', index)
    const begin = bytes.indexOf('stream\n', index)
    const head = bytes.slice(index, begin > 0 && begin < end ? begin : end)
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0)
    const isText = begin > 0 && begin < end && head.includes('/FlateDecode')
    const stream = isText
      ? inflateSync(file.subarray(begin + 7, begin + 7 + length)).toString('latin1')
      : undefined
    objects.set(id, { head, stream })
  }
  return objects
}

/** Characters by glyph, per name of a font in the resources. */
function fontsOf(objects: ReadonlyMap<string, PdfObject>) {
  const fonts = new Map<string, Map<string, string>>()
  for (const { head } of objects.values())
    for (const [, name = '', id = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.head ?? '')?.[1] ?? ''
      fonts.set(name, charactersOf(objects.get(map)?.stream ?? ''))
    }
  return fonts
}

/** Of a CMap: ranges of glyphs with one text each. */
function charactersOf(map: string): Map<string, string> {
  const characters = new Map<string, string>()
  for (const [, from = '', , texts = ''] of map.matchAll(/<(\w{4})> <(\w{4})> \[([^\]]*)\]/g))
    for (const [index, text] of [...texts.matchAll(/<([\w ]*)>/g)].entries()) {
      const glyph = (Number.parseInt(from, 16) + index).toString(16).padStart(4, '0')
      const codes = (text[1] ?? '').replaceAll(' ', '').match(/.{4}/g) ?? []
      characters.set(glyph, codes.map((code) => String.fromCharCode(Number.parseInt(code, 16))).join(''))
    }
  return characters
}

function linesOf(stream: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] {
  let font: ReadonlyMap<string, string> = new Map()
  const lines: string[] = []
  for (const [, name, shown] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name) font = fonts.get(name) ?? new Map()
    if (shown === undefined) continue
    const glyphs = [...shown.matchAll(/<(\w+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
    lines.push(glyphs.map((glyph) => font.get(glyph.toLowerCase()) ?? '?').join(''))
  }
  return lines
}
