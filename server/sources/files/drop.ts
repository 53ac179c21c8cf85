// Finds the tables in dropped files: by their first bytes, not by their names.

import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { entryOf } from '#contract/entry.ts'
import { delimitedTable } from './delimited.ts'
import { utf16Of } from './encoding.ts'
import { FilesError } from './failure.ts'
import { LIMITS } from './limits.ts'
import type { Table } from './table.ts'
import { FILES_TEXT } from './text.ts'
import { workbookTable } from './workbook.ts'
import { openArchive } from './zip.ts'

export interface DroppedFile {
  readonly path: string
  /** As the person's machine calls it. */
  readonly name: string
}

/** A file out of a zip keeps the position of the archive. */
interface Unpacked extends DroppedFile {
  readonly upload: number
  readonly isBook: boolean
}

/**
 * The tables of these files in their order. `folder`: where archives are unpacked, under numbers; it is created. `sheets`: the
 * chosen sheet by the file's name.
 */
export async function tablesOf(
  files: readonly DroppedFile[],
  folder: string,
  sheets: Readonly<Record<string, string>> = {},
): Promise<Table[]> {
  await mkdir(folder, { recursive: true })
  const budget = { left: LIMITS.unpacked, count: 0 }
  const tables: Table[] = []
  const names = new Set<string>()
  for (const [upload, file] of files.entries())
    for (const one of await unpacked({ ...file, upload }, folder, budget)) {
      const name = ownName(one.name, names)
      names.add(name)
      tables.push(
        one.isBook
          ? await workbookTable(one.path, name, upload, entryOf(sheets, name))
          : await delimitedTable(one.path, name, upload),
      )
    }
  return tables
}

/** Archives of two months may hold files of one name, which answers and rejects tell apart: the second is 'ventas (2).csv'. */
function ownName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name
  for (let turn = 2; ; turn++) {
    const other = name.replace(/(\.[^.]*)?$/, ` (${turn})$1`)
    if (!taken.has(other)) return other
  }
}

interface Budget {
  left: number
  count: number
}

const HEAD = 4096

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

interface Packed extends DroppedFile {
  readonly upload: number
  /** It came in a zip. */
  readonly isMember?: boolean
}

async function unpacked(
  { path, name, upload, isMember = false }: Packed,
  folder: string,
  budget: Budget,
  depth = 0,
): Promise<Unpacked[]> {
  const head = await headOf(path)
  if (head.length === 0) throw new FilesError(400, FILES_TEXT.empty(name), upload)
  const starts = (...bytes: number[]) => bytes.every((byte, at) => head[at] === byte)
  if (starts(0x50, 0x4b)) return unzipped({ path, name, upload }, folder, budget, depth)
  if (starts(0x1f, 0x8b)) {
    if (depth > 1) throw new FilesError(415, FILES_TEXT.noTable(name, 'un archivo comprimido'), upload)
    const target = join(folder, `${budget.count++}`)
    await inflate([createReadStream(path), createGunzip()], target, { name, upload, path }, budget)
    const bare = basename(name).replace(/\.gz$/i, '')
    return unpacked({ path: target, name: bare, upload, isMember }, folder, budget, depth + 1)
  }
  if (starts(0xd0, 0xcf, 0x11, 0xe0)) throw new FilesError(415, FILES_TEXT.oldBook(name), upload)
  const what = otherKindOf(head)
  if (what && isMember && BESIDE.has(what)) return []
  if (what) throw new FilesError(415, FILES_TEXT.noTable(name, what), upload)
  return [{ path, name, upload, isBook: false }]
}

const MARKS: readonly (readonly [string, string])[] = [
  ['%PDF', 'un PDF'],
  ['\x89PNG', 'una imagen'],
  ['\xff\xd8\xff', 'una imagen'],
  ['GIF8', 'una imagen'],
  ['BM', 'una imagen'],
  ['RIFF', 'una imagen o un sonido'],
  ['Rar!', 'un archivo RAR'],
  ['7z\xbc\xaf', 'un archivo 7z'],
  ['<?xml', 'un archivo XML'],
]
const WEB_PAGE = /^<(?:!doctype html|html|head|meta|style|table|div)\b/i
const JSON_START = /^(?:\[\s*[{\]]|\{\s*["}])/

/** What people put beside tables into an archive: it is left out. */
const BESIDE: ReadonlySet<string> = new Set(['un PDF', 'una imagen'])

/** What a file that is no table seems to be, in Spanish. */
function otherKindOf(head: Buffer): string | undefined {
  const text = head
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
  const known = MARKS.find(([mark]) => mark !== 'BM' && text.startsWith(mark))
  if (known) return known[1]
  if (WEB_PAGE.test(text)) return 'una página web'
  if (JSON_START.test(text)) return 'un archivo JSON'
  if (utf16Of(head)) return undefined
  return head.includes(0) ? 'un archivo binario' : undefined
}

async function unzipped(
  { path, name, upload }: DroppedFile & { readonly upload: number },
  folder: string,
  budget: Budget,
  depth: number,
): Promise<Unpacked[]> {
  const archive = await openArchive(path, name, upload)
  try {
    if (archive.names.some((part) => BOOK.test(part))) return [{ path, name, upload, isBook: true }]
    if (OTHER_BOOKS.some((part) => archive.names.includes(part)))
      throw new FilesError(415, FILES_TEXT.otherBook(name), upload)
    if (depth > 0)
      throw new FilesError(415, FILES_TEXT.noTable(name, 'un archivo comprimido en otro'), upload)
    const wanted = archive.names.filter((one) => !isHidden(one)).sort(byName)
    if (wanted.length === 0) throw new FilesError(415, FILES_TEXT.empty(name), upload)
    if (wanted.length > LIMITS.files) throw new FilesError(413, FILES_TEXT.tooManyFiles(name), upload)
    const found: Unpacked[] = []
    for (const one of archive.names.filter((stored) => wanted.includes(stored))) {
      const stream = await archive.read(one)
      if (!stream) continue
      const target = join(folder, `${budget.count++}`)
      await inflate([stream], target, { name, upload, path }, budget)
      const own = one.split(/[\\/]/).at(-1) ?? one
      found.push(
        ...(await unpacked({ path: target, name: own, upload, isMember: true }, folder, budget, depth + 1)),
      )
    }
    if (found.length === 0) throw new FilesError(415, FILES_TEXT.onlyBeside(name), upload)
    return found
  } finally {
    archive.close()
  }
}

/** Also `xl/workbook2.xml`, as some programs name it. */
const BOOK = /^xl\/workbook[^/]*\.xml$/i

/** Parts of workbooks of LibreOffice, Numbers and Excel's binary format. */
const OTHER_BOOKS = ['content.xml', 'Index/Document.iwa', 'xl/workbook.bin']

const byName = (one: string, other: string): number => (one < other ? -1 : 1)

/** What macOS and Windows add to archives. */
const isHidden = (name: string): boolean =>
  name.split(/[\\/]/).some((part) => part.startsWith('.') || part === '__MACOSX' || part === 'Thumbs.db')

/** Closes the streams however it ends: an open file keeps what was deleted on the disk. */
async function inflate(
  streams: readonly [NodeJS.ReadableStream, ...NodeJS.ReadWriteStream[]],
  target: string,
  { name, upload, path }: Pick<Unpacked, 'name' | 'upload' | 'path'>,
  budget: Budget,
): Promise<void> {
  const { size } = statSync(path)
  let written = 0
  const bounded = new Transform({
    transform(chunk: Buffer, _, done) {
      written += chunk.length
      budget.left -= chunk.length
      const isBomb = written > LIMITS.ratioFrom && written > size * LIMITS.ratio
      done(
        budget.left < 0 || isBomb ? new FilesError(413, FILES_TEXT.unpacksTooLarge(name), upload) : null,
        chunk,
      )
    },
  })
  try {
    await pipeline([...streams, bounded, createWriteStream(target)])
  } catch (error) {
    throw error instanceof FilesError ? error : new FilesError(400, FILES_TEXT.unreadableZip(name), upload)
  }
}
