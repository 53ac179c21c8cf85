// Sends a table as a file, which is whole before its first byte leaves: proxies pass a cut stream on as a complete answer.
import { parse } from 'node:path'
import { finished, Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Column } from '#contract/columns.ts'
import { fileSuffix } from '#contract/coverage.ts'
import { withSignal } from '#server/store/cancellation.ts'
import { slicesOf } from '#server/store/pace.ts'
import { type WholeFile, wholeFile } from '#server/store/whole-file.ts'
import type { App } from '../app.ts'
import { HttpError } from '../errors.ts'
import { UNTOUCHED } from '../untouched.ts'
import type { Batches, ExportRow, FileFormat } from './cell-text.ts'
import { type CsvDialect, csv, csvHeader, EXCEL, STANDARD } from './csv.ts'
import type { Cut } from './outcomes.ts'
import { PARQUET_TYPE, parquet } from './parquet.ts'
import { behind, bytesHeld, tagOf } from './resume.ts'
import { xlsx } from './xlsx.ts'

export interface ExportFile {
  readonly columns: readonly Column[]
  readonly batches: Batches
  /** Writes the rows as CSV lines, if the engine can. */
  readonly lines?: (() => Promise<WholeFile>) | undefined
  /** Without extension. */
  readonly name: string
  readonly format: FileFormat
}

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: PARQUET_TYPE,
} as const

/**
 * Waits for a place in the lane of exports and keeps it until the transfer ends. The transfer is cut off if the caller
 * loses access.
 */
export async function sendFile(
  { limits, watchAccess, exports: { folder, ended } }: Pick<App, 'limits' | 'watchAccess' | 'exports'>,
  request: FastifyRequest,
  reply: FastifyReply,
  open: () => Promise<ExportFile>,
): Promise<FastifyReply> {
  const { callerLeft, principal, versions } = request
  const access = watchAccess(principal, versions)
  const signal = AbortSignal.any([callerLeft, access.signal])
  const leaveLane = await limits.exports.enter(signal).catch((error: unknown) => {
    access.stop()
    throw error
  })
  let name = ''
  const end = (cut?: Omit<Cut, 'name'>) => {
    access.stop()
    leaveLane()
    ended(request, cut && { ...cut, name, cause: access.signal.aborted ? 'access' : cut.cause })
  }
  try {
    const { whole, etag, type } = await withSignal(signal, async () => {
      const file = await open()
      const extension = file.format === 'csv-standard' ? 'csv' : file.format
      name = `${file.name}${fileSuffix(principal.scope)}.${extension}`
      const whole = await WRITERS[extension](file, folder)
      return { whole, etag: await tagOf(whole), type: TYPES[extension] }
    })
    if (access.signal.aborted) {
      await whole.remove()
      throw new HttpError('unauthorized')
    }
    const held = bytesHeld(request.headers, etag, whole.bytes)
    const body = Readable.from(behind(held, whole.read()), { objectMode: false })
    access.signal.addEventListener('abort', () => body.destroy(new HttpError('unauthorized')))
    body.once('close', () => whole.remove())
    finished(reply.raw, (cut) => {
      const { errored } = body
      body.destroy()
      if (errored) end({ cause: 'failure', bytes: whole.bytes, error: errored })
      else end(cut ? { cause: 'connection', bytes: whole.bytes } : undefined)
    })
    if (held > 0) reply.status(206).header('content-range', `bytes ${held}-${whole.bytes - 1}/${whole.bytes}`)
    return reply
      .type(type)
      .header('content-length', whole.bytes - held)
      .header('etag', etag)
      .header('accept-ranges', 'bytes')
      .header('content-disposition', disposition(name))
      .headers(UNTOUCHED)
      .send(body)
  } catch (error) {
    end({ cause: callerLeft.aborted ? 'connection' : 'failure', error })
    throw access.signal.aborted ? new HttpError('unauthorized') : error
  }
}

type Writer = (file: ExportFile, folder: string) => Promise<WholeFile>

const writeXlsx: Writer = ({ columns, batches, name }, folder) =>
  wholeFile(folder, xlsx(columns, slicesOf(batches), name))

const writeCsv: Writer = async ({ columns, batches, lines, format }, folder) => {
  const dialect = format === 'csv-standard' ? STANDARD : EXCEL
  return lines
    ? withTitles(columns, dialect, await lines())
    : wholeFile(folder, csv(columns, slicesOf(batches), dialect))
}

function withTitles(columns: readonly Column[], dialect: CsvDialect, lines: WholeFile): WholeFile {
  const titles = Buffer.from(csvHeader(columns, dialect))
  return {
    bytes: titles.length + lines.bytes,
    async *read() {
      yield titles
      yield* lines.read()
    },
    remove: lines.remove,
  }
}

/** Held in memory, so only for rows that already are. */
const writeParquet: Writer = async ({ columns, batches }, folder) => {
  const rows: ExportRow[] = []
  for await (const slice of slicesOf(batches)) rows.push(...slice)
  return wholeFile(folder, Readable.from([await parquet(columns, rows)]))
}

const WRITERS = { csv: writeCsv, xlsx: writeXlsx, parquet: writeParquet } as const

const LONGEST_NAME = 200

/** Cut after a word, with its extension. */
function shortened(name: string): string {
  if (name.length <= LONGEST_NAME) return name
  const { name: words, ext } = parse(name)
  const [kept = ''] = /^.+(?=[\s_-])|^.+/su.exec(words.slice(0, LONGEST_NAME - ext.length)) ?? []
  return kept + ext
}

/** Both forms of RFC 6266: plain ASCII and UTF-8. */
export function disposition(name: string): string {
  const clean = shortened(name.replace(/[\p{Cc}"\\/:*?<>|]/gu, '_'))
  const plain = clean.normalize('NFD').replace(/[^\x20-\x7e]/g, '')
  const encoded = encodeURIComponent(clean.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
