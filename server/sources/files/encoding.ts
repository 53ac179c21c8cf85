// Recognises the encoding of a text file by its bytes.
import { createReadStream } from 'node:fs'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'cp850' | 'macintosh'

/** Reads the whole file: a single wrong byte near its end tells that it is not UTF-8. */
export async function encodingOf(path: string): Promise<Encoding> {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  const seen = new Map<string, number>()
  let isUtf8 = true
  let first = true
  let before = 32
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    if (first) {
      const wide = utf16Of(chunk)
      if (wide) return wide
      first = false
    }
    if (isUtf8) isUtf8 = canDecode(utf8, chunk)
    before = countHigh(chunk, before, seen)
  }
  if (isUtf8 && canDecode(utf8, undefined)) return 'utf-8'
  return singleByte(seen)
}

function canDecode(decoder: InstanceType<typeof TextDecoder>, chunk: Buffer | undefined): boolean {
  try {
    if (chunk) decoder.decode(chunk, { stream: true })
    else decoder.decode()
    return true
  } catch {
    return false
  }
}

/** Counts bytes above ASCII, apart after a letter and elsewhere. Returns the last byte. */
function countHigh(chunk: Buffer, before: number, seen: Map<string, number>): number {
  let last = before
  for (const byte of chunk) {
    if (byte > 127) {
      const key = `${isLetter(last) ? 'a' : '-'}${byte}`
      seen.set(key, (seen.get(key) ?? 0) + 1)
    }
    last = byte
  }
  return last
}

const isLetter = (byte: number) => (byte > 64 && byte < 91) || (byte > 96 && byte < 123)

/** By the mark at the start, or by the zero that every other byte of plain text is. */
export function utf16Of(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes
  if (second === undefined) return undefined
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be'
  return undefined
}

/** Code page 850 above ASCII. */
export const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

const COMMON = /[áéíóúñÑÁÉÍÓÚüÜ]/
const LETTER = /[ãõâêôçàÃÕÂÊÔÇÀÖöÄäßëï]/
const SIGN = /[¿¡°ºª€«»–—’‘“”…\u00a0]/

/** How well a character fits a text in Spanish or Portuguese. */
function suits(char: string, afterLetter: boolean): number {
  if (COMMON.test(char)) return afterLetter === (char === char.toLowerCase()) ? 3 : 2
  if (LETTER.test(char)) return 1
  return SIGN.test(char) && !afterLetter ? 1 : -2
}

function singleByte(seen: ReadonlyMap<string, number>): Encoding {
  const tables: Record<'windows-1252' | 'macintosh' | 'cp850', (byte: number) => string> = {
    'windows-1252': (byte) => new TextDecoder('windows-1252').decode(Uint8Array.of(byte)),
    macintosh: (byte) => new TextDecoder('macintosh').decode(Uint8Array.of(byte)),
    cp850: (byte) => CP850[byte - 128] ?? ' ',
  }
  const names = ['windows-1252', 'macintosh', 'cp850'] as const
  const scores = names.map((name) =>
    [...seen].reduce(
      (sum, [key, count]) => sum + count * suits(tables[name](Number(key.slice(1))), key.startsWith('a')),
      0,
    ),
  )
  return names[scores.indexOf(Math.max(...scores))] ?? 'windows-1252'
}

/** Decodes a stream of bytes. */
export async function* decoded(bytes: AsyncIterable<Buffer>, encoding: Encoding): AsyncIterable<string> {
  if (encoding === 'cp850') {
    for await (const chunk of bytes) yield cp850Text(chunk)
    return
  }
  const decoder = new TextDecoder(encoding)
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

const cp850Text = (chunk: Buffer): string =>
  chunk.toString('latin1').replace(/[\x80-\xff]/g, (char) => CP850[char.charCodeAt(0) - 128] ?? char)
