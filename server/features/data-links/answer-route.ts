// GET /api/data/{secret}.{format}: the answer of a data link, for programs that send no headers. Its ETag lets them refresh
// at the cost of a 304.
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Column } from '#contract/columns.ts'
import { DATA_LINK_FORMATS, DATA_LINK_PATH } from '#contract/data-links.ts'
import { entryOf } from '#contract/entry.ts'
import type { Filter } from '#contract/questions/filter.ts'
import { findsNothing, goneText, type MissingValues } from '#server/figures/missing-values.ts'
import type { AdminApp, Versions } from '#server/http/app.ts'
import { HttpError } from '#server/http/errors.ts'
import type { ExportRow } from '#server/http/export/cell-text.ts'
import { csvHeader, EXCEL, lineWriter, STANDARD } from '#server/http/export/csv.ts'
import { PARQUET_TYPE, parquet } from '#server/http/export/parquet.ts'
import { errorResponses } from '#server/http/openapi.ts'
import { may, type Principal, permissionFingerprint } from '#server/http/principal.ts'
import { matchesTag, stampOf } from '#server/http/send-json.ts'
import { hashSecret, isSecret } from '#server/http/token-secret.ts'
import { withBudget } from '#server/store/cancellation.ts'
import { mapPaced } from '#server/store/pace.ts'
import { countUse, linkBySecret } from './store.ts'

export interface AnswerableQuestion {
  /** Identifies the question and its period. */
  readonly key: string
  /** Names of data_versions that the answer depends on. */
  readonly reads: readonly string[]
  readonly holdsPersonal: boolean
  readonly question: { readonly where: readonly Filter[] }
  /** Values of its filters that nothing ever had. */
  missing(): Promise<readonly MissingValues[]>
  /** Those that no distributor of the whole shop has, whoever asks. */
  gone(): Promise<readonly MissingValues[]>
  /** `rest`: what a limit left out, as one more row. */
  read(): Promise<{ columns: readonly Column[]; rows: readonly ExportRow[]; rest: ExportRow | null }>
}

export interface AnswerDeps {
  /** The account in whose name a link answers; undefined if it may not at present. */
  readonly ownerOf: (userId: number) => Promise<Principal | undefined>
  /** Throws 400 or 403 for a question that the principal may not ask. */
  readonly ask: (question: string, principal: Principal, versions: Versions) => Promise<AnswerableQuestion>
}

type Format = (typeof DATA_LINK_FORMATS)[number]

const TYPES: Readonly<Record<Format, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  parquet: PARQUET_TYPE,
}
const ADDRESS = /^(\w{1,100})\.(csv|json|parquet)$/

const query = z.object({
  csv: z.enum(['excel', 'standard']).default('standard').meta({
    description: 'standard: comma, decimal point; excel: semicolon, decimal comma, BOM',
    example: 'standard',
  }),
})

export function answerRoute(app: AdminApp, deps: AnswerDeps): void {
  app.server.get(`${DATA_LINK_PATH}:address`, {
    onRequest: async (request) => {
      request.versions = await app.versions()
    },
    schema: SCHEMA,
    handler: async (request, reply) => {
      const { address } = request.params as { address: string }
      const { csv } = request.query as z.infer<typeof query>
      const [, secret = '', format] = ADDRESS.exec(address) ?? []
      if (!isSecret('lnk', secret)) throw new HttpError('data-link-gone')
      const linkNow = () => linkBySecret(app.store, hashSecret(secret))
      const ownerOf = async (link: Awaited<ReturnType<typeof linkNow>>) => link && deps.ownerOf(link.user_id)
      const link = await linkNow()
      const owner = await ownerOf(link)
      if (!link || !owner) throw new HttpError('data-link-gone')
      const retryAfter = app.limits.dataLinks.take(link.link_id)
      if (retryAfter !== undefined) throw new HttpError('too-many-requests', { retryAfter })
      if (!may(owner, 'export')) throw new HttpError('forbidden')
      request.principal = owner
      await answer(app, deps, {
        request,
        reply,
        link,
        owner,
        ownerNow: async () => ownerOf(await linkNow()),
        format: format as Format,
        csv,
      })
      // Not awaited, because it may queue behind an import.
      if (request.method === 'GET') countUse(app.store, link.link_id, app.now()).catch(() => {})
      return reply
    },
  })
}

interface Answering {
  /** The owner as of now; undefined once the link is revoked or its owner may not answer. */
  readonly ownerNow: () => Promise<Principal | undefined>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly link: { readonly name: string; readonly question: string }
  readonly owner: Principal
  readonly format: Format
  readonly csv: 'excel' | 'standard'
}

async function answer(app: AdminApp, { ask }: AnswerDeps, call: Answering): Promise<void> {
  const { request, reply, link, owner, format, csv } = call
  const question = await ask(link.question, owner, request.versions)
  const stamp = stampOf(question.reads, request.versions)
  const made = [app.version, question.key, permissionFingerprint(owner), format, csv, stamp].join('\n')
  const etag = `"${createHash('sha256').update(made).digest('base64url').slice(0, 27)}"`
  reply
    .header('etag', etag)
    .header('cache-control', question.holdsPersonal ? 'no-store' : 'private, no-cache')
    .header('x-robots-tag', 'noindex')
  if (matchesTag(request.headers['if-none-match'], etag)) return void reply.status(304).send()
  const { callerLeft } = request
  const body = await app.limits.exports.run(
    () =>
      withBudget(app.limits.budget, callerLeft, async () => {
        await assertFinds(question)
        return bodyOf(format, csv, await question.read())
      }),
    callerLeft,
  )
  await assertUnchanged(call)
  reply.type(TYPES[format]).send(body)
}

/** Refuses to answer zeros for names that are gone, which a sheet would take for figures. */
async function assertFinds({ question: { where }, gone }: AnswerableQuestion): Promise<void> {
  const missing = await gone()
  if (!findsNothing(where, missing)) return
  throw new HttpError('data-link-finds-nothing', {
    errors: [{ path: 'question', message: goneText(missing) }],
  })
}

/** Refuses the answer if the link was revoked while it was computed. */
async function assertUnchanged({ ownerNow, owner }: Answering): Promise<void> {
  const now = await ownerNow()
  if (!now || permissionFingerprint(now) !== permissionFingerprint(owner))
    throw new HttpError('data-link-gone')
}

async function bodyOf(
  format: Format,
  csv: 'excel' | 'standard',
  { columns, rows: shown, rest }: Awaited<ReturnType<AnswerableQuestion['read']>>,
): Promise<Buffer> {
  const rows = rest ? [...shown, rest] : shown
  if (format === 'parquet') return parquet(columns, rows)
  if (format === 'json') {
    const record = (row: ExportRow) =>
      JSON.stringify(Object.fromEntries(columns.map(({ key }) => [key, entryOf(row, key) ?? null])))
    return Buffer.from(`[${(await mapPaced(rows, record)).join(',')}]`)
  }
  const dialect = csv === 'excel' ? EXCEL : STANDARD
  const lines = await mapPaced(rows, lineWriter(columns, dialect))
  return Buffer.from(csvHeader(columns, dialect) + lines.join(''))
}

const SCHEMA = {
  params: z.object({
    address: z
      .string()
      .max(120)
      .meta({
        description: `Secret of the link and ${DATA_LINK_FORMATS.map((format) => `.${format}`).join(', ')}`,
        example: 'gondola_lnk_4fB0aQ9dK2mX7cT1vN8sJ5hR3wL6zY0GqT9b.csv',
      }),
  }),
  querystring: query,
  response: {
    200: {
      description: 'The answer; the columns of JSON and Parquet are named by their keys',
      content: {
        'text/csv': { schema: z.string().meta({ example: '"Mes","Venta Neta"\r\n2026-05-01,12500.50\r\n' }) },
        'application/json': { schema: z.array(z.record(z.string(), z.unknown())).meta({ example: [] }) },
        [PARQUET_TYPE]: { schema: z.string().meta({ format: 'binary', example: '' }) },
      },
    },
    304: z.null().describe('The answer named by If-None-Match is still current; no body'),
    ...errorResponses({
      access: 'public',
      path: `${DATA_LINK_PATH}{address}`,
      method: 'GET',
      monthly: false,
      failures: ['data-link-finds-nothing', 'forbidden', 'data-link-gone', 'too-many-requests'],
    }),
  },
  ...{
    summary: 'The answer of a data link as CSV, JSON or Parquet',
    tags: ['data'],
    operationId: 'getApiData',
  },
}
