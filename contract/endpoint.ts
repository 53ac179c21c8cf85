// One object per call gives validation, types on both sides and the OpenAPI description.
import { z } from 'zod'
import type { Column } from './columns.ts'
import type { ErrorCode } from './errors.ts'
import type { List, Table } from './list.ts'
import { type Access, API_TOKEN_PERMISSIONS } from './permissions.ts'
import { freshness, oneOf, startDate } from './vocabulary.ts'

export type Method = 'GET' | 'POST' | 'DELETE'

/** Files that a call can answer instead of JSON. */
export type AnsweredFile = 'csv' | 'xlsx' | 'parquet' | 'pdf'

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
  /** Failures beyond those of every call (400 for invalid parameters, 401, 403, 500, 503), by their codes. */
  readonly failures?: Failures
  /** A GET with side effects; it has no HEAD, and browsers cannot be led to it. */
  readonly acts?: true
  /** A POST that changes nothing; it ends with its caller, like a GET. */
  readonly onlyReads?: true
  /** Also accepts the token that it has just replaced, for clients that lost the response. */
  readonly renews?: true
  /** Open to API tokens although no permission guards it. */
  readonly forApiTokens?: true
  /** Requires that the password was typed within the last minutes. */
  readonly recentPassword?: true
  /** Also open to a session whose password must be changed or whose second factor is missing: it serves to set those. */
  readonly settles?: true
  /** Whether a superAdmin may call it while looking as somebody else; by default, if it only reads. */
  readonly whileViewing?: boolean
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** The response with its envelope. */
  readonly response: Response
  /** Month views: the response has `meta` with its months and data time, and an ETag. */
  readonly monthly: boolean
  /** A list that is not about a month: `start_date` is validated and not read. */
  readonly timeless?: true
  /** By default those of a list or table: CSV and XLSX. */
  readonly files?: readonly AnsweredFile[]
  /** Present on lists. */
  readonly list?: ListSpec
  /** Present on month views with a table that can be ordered and exported. */
  readonly table?: Table
}

/** `data` of a response. */
export type DataOf<E extends Endpoint> = z.infer<E['response']> extends { data: infer Data } ? Data : never
export type RowOf<E extends Endpoint> = DataOf<E> extends readonly (infer Row)[] ? Row : never

export type Failures = readonly ErrorCode[]

export interface ListSpec extends List {
  /** Query parameter → key of the column that the text filter searches (anywhere, ignoring case and accents). */
  readonly filters: Readonly<Record<string, string>>
  readonly perPage: number
  readonly maxPerPage: number
}

/** API tokens may call reads that a permission guards, and calls that declare it: files of orders are all that they write. */
export const isOpenToApiTokens = ({
  method,
  access,
  acts,
  forApiTokens,
}: Pick<Endpoint, 'method' | 'access' | 'acts' | 'forApiTokens'>): boolean =>
  forApiTokens ??
  (method === 'GET' && !acts && (access === 'public' || API_TOKEN_PERMISSIONS.some((one) => one === access)))

/** Calls that change nothing, unless they are about the account itself. */
export const isOpenWhileViewing = ({
  method,
  acts,
  onlyReads,
  whileViewing,
}: Pick<Endpoint, 'method' | 'acts' | 'onlyReads' | 'whileViewing'>): boolean =>
  whileViewing ?? (onlyReads === true || (method === 'GET' && !acts))

export const nothing = z.object({})
export type Nothing = typeof nothing
export type NoFields = Record<never, never>

export interface CallSpec<Params extends z.ZodType> {
  access: Access
  summary: string
  description?: string
  failures?: Failures
  files?: readonly AnsweredFile[]
  params?: Params
}

/** Of calls that need a recent password. */
const unconfirmed = (settles: true | undefined): Failures => [
  'forbidden',
  ...(settles ? [] : (['password-must-change', 'second-factor-missing'] as const)),
  'password-not-recent',
]

type MethodOf<C> = C extends `${infer M extends Method} ${string}` ? M : never
type PathOf<C> = C extends `${Method} ${infer P}` ? P : never

function placeOf<C extends string>(call: C) {
  const [method, path] = call.split(' ')
  return { method, path } as { method: MethodOf<C>; path: PathOf<C> }
}

/** A call such as 'GET /api/me'; `data` and `meta` are those of its response. */
export function endpoint<
  const C extends `${Method} ${string}`,
  Data extends z.ZodType = Nothing,
  Meta extends z.ZodType = never,
  Params extends z.ZodType = Nothing,
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = Nothing,
>(
  call: C,
  spec: CallSpec<Params> & {
    acts?: true
    onlyReads?: true
    renews?: true
    forApiTokens?: true
    recentPassword?: true
    settles?: true
    whileViewing?: boolean
    query?: Query
    body?: Body
    data?: Data
    meta?: Meta
  },
) {
  const { data, meta, params, query, body, ...rest } = spec
  return {
    ...rest,
    ...(spec.recentPassword && { failures: [...unconfirmed(spec.settles), ...(spec.failures ?? [])] }),
    ...placeOf(call),
    params: (params ?? nothing) as Params,
    query: (query ?? nothing) as Query,
    body: (body ?? nothing) as Body,
    monthly: false as const,
    response: z.object({
      success: z.literal(true),
      data: (data ?? nothing) as Data,
      ...((meta ? { meta } : {}) as [Meta] extends [never] ? NoFields : { meta: Meta }),
    }),
  } satisfies Endpoint
}

const exportFlag = z
  .stringbool({ truthy: ['1'], falsy: ['0'] })
  .default(false)
  .meta({ whenAbsent: '0', enum: ['0', '1'], description: '1: all rows, filtered and sorted, as a file' })

/** `export=1` returns a file. */
export const exportParameters = {
  export: exportFlag,
  format: z.enum(['csv', 'xlsx']).default('csv').describe('Format of the file'),
  csv: z
    .enum(['excel', 'standard'])
    .default('excel')
    .describe('excel: semicolon, decimal comma, BOM; standard: comma, decimal point'),
}

/** Order and export of a table; without `orderBy` the rows keep the order of the view. */
const tableParameters = <const Columns extends readonly Column[]>({ columns, orderBy }: Table<Columns>) => {
  const keys = columns.map(({ key }): Columns[number]['key'] => key)
  const column = oneOf(keys)
  return {
    ...exportParameters,
    orderBy: (orderBy === undefined ? column.optional() : column.default(orderBy)).describe(
      'Column that orders the rows',
    ),
    order: z.enum(['ASC', 'DESC']).optional().describe('Direction; ASC by default for texts, else DESC'),
  }
}

/** A view of one month (`start_date`), with freshness in `meta` and an ETag. */
export function monthEndpoint<
  const P extends string,
  Data extends z.ZodType,
  Params extends z.ZodType = Nothing,
  Extra extends z.ZodRawShape = NoFields,
  const Columns extends readonly Column[] = never,
>(
  path: P,
  spec: CallSpec<Params> & {
    query?: Extra
    /** Rows that can be ordered, and exported with `export=1`. */
    table?: Table<Columns>
    timeless?: true
    data: Data
  },
) {
  const { data, params, query, ...rest } = spec
  return {
    ...rest,
    path,
    method: 'GET' as const,
    params: (params ?? nothing) as Params,
    query: z.object({
      start_date: startDate.optional(),
      ...((rest.table ? tableParameters(rest.table) : {}) as [Columns] extends [never]
        ? NoFields
        : ReturnType<typeof tableParameters<Columns>>),
      ...(query ?? ({} as Extra)),
    }),
    body: nothing,
    monthly: true as const,
    response: z.object({ success: z.literal(true), data, meta: freshness }),
  } satisfies Endpoint
}
