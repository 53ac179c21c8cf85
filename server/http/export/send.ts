// Streams a table as a file; a failure midway aborts the transfer, so a truncated file never looks complete.
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Column } from '#contract/columns.ts'
import { withSignal } from '#server/store/cancellation.ts'
import { slicesOf } from '#server/store/pace.ts'
import type { App } from '../app.ts'
import { HttpError } from '../errors.ts'
import type { Batches, ExportRow, FileFormat } from './cell-text.ts'
import { csv, csvFromLines, EXCEL, STANDARD } from './csv.ts'
import { PARQUET_TYPE, parquet } from './parquet.ts'
import { xlsx } from './xlsx.ts'

export interface ExportFile {
  readonly columns: readonly Column[]
  readonly batches: Batches
  /** The rows as CSV lines, if the engine can write them. */
  readonly lines?: AsyncIterable<Buffer> | undefined
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
  { limits, watchAccess }: Pick<App, 'limits' | 'watchAccess'>,
  { callerLeft, principal, versions }: FastifyRequest,
  reply: FastifyReply,
  open: () => Promise<ExportFile>,
): Promise<FastifyReply> {
  const access = watchAccess(principal, versions)
  const signal = AbortSignal.any([callerLeft, access.signal])
  const leaveLane = await limits.exports.enter(signal).catch((error: unknown) => {
    access.stop()
    throw error
  })
  try {
    return await withSignal(signal, async () => {
      const file = await open()
      const extension = file.format === 'csv-standard' ? 'csv' : file.format
      const { body, stop } = await STARTS[extension](file)
      access.signal.addEventListener('abort', () => body.destroy(new HttpError(401)))
      body.once('close', () => {
        access.stop()
        stop()
        leaveLane()
      })
      return reply
        .type(TYPES[extension])
        .header('content-disposition', disposition(`${file.name}.${extension}`))
        .header('cache-control', 'no-store')
        .send(body)
    })
  } catch (error) {
    access.stop()
    leaveLane()
    throw error
  }
}

async function startXlsx({ columns, batches, name }: ExportFile) {
  const source = await start(slicesOf(batches))
  return { body: xlsx(columns, source.batches, name), stop: source.stop }
}

async function startCsv({ columns, batches, lines, format }: ExportFile) {
  const dialect = format === 'csv-standard' ? STANDARD : EXCEL
  const text = async () => {
    if (!lines) {
      const source = await start(slicesOf(batches))
      return { texts: csv(columns, source.batches, dialect), stop: source.stop }
    }
    const source = await start(lines)
    return { texts: csvFromLines(columns, source.batches, dialect), stop: source.stop }
  }
  const { texts, stop } = await text()
  return { body: Readable.from(texts, { objectMode: false }), stop }
}

/** Held in memory, so only for rows that already are. */
async function startParquet({ columns, batches }: ExportFile) {
  const rows: ExportRow[] = []
  for await (const slice of slicesOf(batches)) rows.push(...slice)
  return { body: Readable.from([await parquet(columns, rows)], { objectMode: false }), stop: () => {} }
}

const STARTS = { csv: startCsv, xlsx: startXlsx, parquet: startParquet } as const

/** Maximum wait for the first rows before the titles are sent. */
const FIRST_ROWS_TIMEOUT_MS = 150

/** Waits briefly for the first rows, so that a query that fails at once gives an ordinary 500. */
async function start<T>(source: AsyncIterable<T> | Iterable<T>) {
  const iterator = (async function* () {
    yield* source
  })()
  const first = iterator.next()
  const timer = new AbortController()
  try {
    await Promise.race([first, setTimeout(FIRST_ROWS_TIMEOUT_MS, undefined, { signal: timer.signal })])
  } finally {
    timer.abort()
  }
  // The reader of the batches sees the failure.
  first.catch(() => undefined)
  const stop = () => void iterator.return().catch(() => undefined)
  const batches = (async function* () {
    for (let next = await first; !next.done; next = await iterator.next()) yield next.value
  })()
  return { batches, stop }
}

/** Both forms of RFC 6266: plain ASCII and UTF-8. */
export function disposition(name: string): string {
  const clean = name.replace(/[\p{Cc}"\\/:*?<>|]/gu, '_').slice(-200)
  const plain = clean.normalize('NFD').replace(/[^\x20-\x7e]/g, '')
  const encoded = encodeURIComponent(clean.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
