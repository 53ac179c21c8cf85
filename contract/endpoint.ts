// A call as one object: it validates, types both sides and describes itself in OpenAPI.
import { z } from 'zod'
import type { Column } from './columns.ts'
import type { Access } from './permissions.ts'
import { freshness, startDate } from './vocabulary.ts'

export type Method = 'GET' | 'POST' | 'DELETE'

export interface Endpoint<
  M extends Method = Method,
  P extends string = string,
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  readonly method: M
  /** Path with `{name}` for parameters, as in the specification. */
  readonly path: P
  readonly access: Access
  readonly summary: string
  readonly description?: string
  /** Failures beside those of every call (400 for what does not validate, 401, 403, 500, 503), by status with their messages. */
  readonly failures?: Failures
  /** A GET that does more than to answer: it has no HEAD beside it. */
  readonly acts?: true
  /** Takes the token that it has just replaced as well: whoever lost the answer asks again. */
  readonly renews?: true
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** The whole answer, envelope included. */
  readonly response: Response
  /** Present on month views: the answer carries `meta` with its months and data time, and an ETag. */
  readonly monthly: boolean
  /** A list of no month: what `start_date` says is checked, and nothing is read from it. */
  readonly timeless?: true
  /** Present on lists. */
  readonly list?: ListSpec
  /** Present on month views that can be exported: the rows of `data[field]`, or of `data` itself, become the file. */
  readonly table?: TableSpec
}

export type Failures = Readonly<Partial<Record<400 | 401 | 403 | 404 | 409 | 429 | 502, readonly string[]>>>

export interface TableSpec {
  readonly columns: readonly Column[]
  readonly field?: string
  /** File name of the export without month and extension. */
  readonly file: string
}

export interface ListSpec {
  readonly columns: readonly Column[]
  /** Query parameter → column key that the text filter searches (anywhere, case and accent folded). */
  readonly filters: Readonly<Record<string, string>>
  readonly defaultOrderBy: string
  readonly defaultOrder: 'ASC' | 'DESC'
  /** Cap of `per_page` of a JSON page. */
  readonly maxPerPage: number
  readonly defaultPerPage: number
  /** File name of the export without month and extension. */
  readonly file: string
}

/** Of a call without parameters of a kind. */
export const nothing = z.object({})
export type Nothing = typeof nothing
export type NoFields = Record<never, never>

/** What every call says of itself. */
export interface CallSpec<P extends string, Params extends z.ZodType> {
  path: P
  access: Access
  summary: string
  description?: string
  failures?: Failures
  params?: Params
}

export function endpoint<
  const M extends Method,
  const P extends string,
  Data extends z.ZodType,
  Params extends z.ZodType = Nothing,
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = Nothing,
>(
  spec: CallSpec<P, Params> & {
    method: M
    acts?: true
    renews?: true
    query?: Query
    body?: Body
    data: Data
  },
) {
  const { data, params, query, body, ...rest } = spec
  return {
    ...rest,
    params: (params ?? nothing) as Params,
    query: (query ?? nothing) as Query,
    body: (body ?? nothing) as Body,
    monthly: false as const,
    response: z.object({ success: z.literal(true), data }),
  } satisfies Endpoint
}

const exportFlag = z
  .stringbool({ truthy: ['1'], falsy: ['0'] })
  .default(false)
  .meta({ whenAbsent: '0', enum: ['0', '1'], description: '1: all rows, filtered and sorted, as a file' })

/** `export=1` turns the answer into a file. */
export const exportParameters = {
  export: exportFlag,
  format: z.enum(['csv', 'xlsx']).default('csv').meta({ description: 'Format of the file' }),
  csv: z
    .enum(['excel', 'standard'])
    .default('excel')
    .meta({ description: 'excel: semicolon, decimal comma, BOM; standard: comma, decimal point' }),
}

/** The order of a month's table, in its answer and in its file; without it the rows stand as the view has them. */
export const tableOrder = <const Columns extends readonly Column[]>(columns: Columns) => {
  const keys = columns.map(({ key }): Columns[number]['key'] => key)
  return {
    orderBy: z
      .enum(keys, { error: `must be one of ${keys.join(', ')}` })
      .optional()
      .meta({ description: 'Column that orders the rows' }),
    order: z
      .enum(['ASC', 'DESC'])
      .optional()
      .meta({ description: 'Direction; ASC by default for texts, else DESC' }),
  }
}

/** A view of one month (`start_date`), with freshness in `meta` and an ETag. */
export function monthEndpoint<
  const P extends string,
  Data extends z.ZodType,
  Params extends z.ZodType = Nothing,
  Extra extends z.ZodRawShape = NoFields,
>(
  spec: CallSpec<P, Params> & {
    query?: Extra
    /** With `query: exportParameters`: what `export=1` writes. */
    table?: TableSpec
    data: Data
  },
) {
  const { data, params, query, ...rest } = spec
  return {
    ...rest,
    method: 'GET' as const,
    params: (params ?? nothing) as Params,
    query: z.object({ start_date: startDate.optional(), ...(query ?? ({} as Extra)) }),
    body: nothing,
    monthly: true as const,
    response: z.object({ success: z.literal(true), data, meta: freshness }),
  } satisfies Endpoint
}
