// A call as one object: it validates, types both sides and describes itself in OpenAPI.
import { z } from 'zod'
import type { Column } from './columns.ts'
import type { Access } from './permissions.ts'
import { freshness, pageMeta, startDate, text, wholeNumber } from './vocabulary.ts'

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

const nothing = z.object({})
type Nothing = typeof nothing
type NoFields = Record<never, never>

export function endpoint<
  const M extends Method,
  const P extends string,
  Data extends z.ZodType,
  Params extends z.ZodType = Nothing,
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = Nothing,
>(spec: {
  method: M
  path: P
  access: Access
  summary: string
  description?: string
  failures?: Failures
  acts?: true
  renews?: true
  params?: Params
  query?: Query
  body?: Body
  data: Data
}) {
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

/** A view of one month (`start_date`), with freshness in `meta` and an ETag. */
export function monthEndpoint<
  const P extends string,
  Data extends z.ZodType,
  Params extends z.ZodType = Nothing,
  Extra extends z.ZodRawShape = NoFields,
>(spec: {
  path: P
  access: Access
  summary: string
  description?: string
  failures?: Failures
  params?: Params
  query?: Extra
  /** With `query: exportParameters`: what `export=1` writes. */
  table?: TableSpec
  data: Data
}) {
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

/** The screens of the specification ask for files with a page that holds everything. */
const EXPORT_MOST = 1_000_000

/** `per_page` says nothing about a file, which has every row; a JSON page has its cap. */
const withinCap = (asked: object, cap: number) => {
  if (!('per_page' in asked) || typeof asked.per_page !== 'number') return true
  const onlyForFiles = asked.per_page > cap && asked.per_page <= EXPORT_MOST
  return !onlyForFiles || ('export' in asked && asked.export === true)
}

const filterOf = (columns: readonly Column[], key: string) =>
  text.meta({
    description: `Text that «${columns.find((item) => item.key === key)?.title ?? key}» holds anywhere, letter case and accents aside`,
  })

/** A paged, sorted, filtered, exportable list. Both spellings `orderBy` and `order_by` are taken. */
export function listEndpoint<
  const P extends string,
  Row extends z.ZodObject,
  const Columns extends readonly Column<Extract<keyof z.infer<Row>, string>>[],
  Params extends z.ZodType = Nothing,
  Extra extends z.ZodRawShape = NoFields,
  const Filter extends string = never,
>(spec: {
  path: P
  access: Access
  summary: string
  description?: string
  failures?: Failures
  timeless?: true
  params?: Params
  /** Parameters beyond paging, order, filters, export and start_date. */
  query?: Extra
  row: Row
  columns: Columns
  /** Query parameter → column key, for text filters that match anywhere. */
  filters?: Readonly<Record<Filter, Columns[number]['key']>>
  defaultOrderBy: Columns[number]['key']
  /** Other names that `order_by` takes for a column. */
  orderAliases?: Readonly<Record<string, Columns[number]['key']>>
  defaultOrder?: 'ASC' | 'DESC'
  maxPerPage?: number
  defaultPerPage?: number
  file: string
}) {
  const {
    row,
    columns,
    params,
    query,
    filters = {} as Record<Filter, Columns[number]['key']>,
    orderAliases = {},
    maxPerPage = 1000,
    defaultPerPage = 25,
    ...rest
  } = spec
  const sortable = columns.filter((item) => item.sortable !== false).map((item) => item.key)
  const { file, defaultOrderBy, defaultOrder = 'ASC', ...described } = rest
  const orderBy = z.preprocess(
    (value) => (typeof value === 'string' ? (orderAliases[value] ?? value) : value),
    z.enum(sortable, { error: `must be one of ${sortable.join(', ')}` }),
  ) as z.ZodType<Columns[number]['key']>
  const byText = `Column that orders the list, ${defaultOrderBy} by default`
  const pageText = `Rows of a page, at most ${maxPerPage}; with export=1 all rows come`
  const parameters = z.object({
    start_date: startDate.optional(),
    page: wholeNumber(1, 1_000_000_000, 'Page, from 1').default(1).meta({ whenAbsent: 1 }),
    per_page: wholeNumber(1, EXPORT_MOST, pageText)
      .default(defaultPerPage)
      .meta({ whenAbsent: defaultPerPage }),
    order: z
      .preprocess(
        (value) => (typeof value === 'string' ? value.toUpperCase() : value),
        z.enum(['ASC', 'DESC']),
      )
      .optional()
      .meta({ description: `Direction; ${defaultOrder} by default for ${defaultOrderBy}, else ASC` }),
    orderBy: orderBy.optional().meta({ description: byText, example: defaultOrderBy }),
    order_by: orderBy
      .optional()
      .meta({ description: 'The same as orderBy, which wins', example: defaultOrderBy }),
    ...exportParameters,
    ...(Object.fromEntries(
      Object.entries<string>(filters).map(([name, key]) => [name, filterOf(columns, key).optional()]),
    ) as Record<Filter, z.ZodOptional<typeof text>>),
    ...(query ?? ({} as Extra)),
  })
  return {
    ...described,
    method: 'GET' as const,
    params: (params ?? nothing) as Params,
    query: parameters.refine((asked) => withinCap(asked, maxPerPage), {
      path: ['per_page'],
      error: `must be at most ${maxPerPage} without export=1`,
    }),
    body: nothing,
    monthly: true as const,
    response: z.object({ success: z.literal(true), data: z.array(row), meta: pageMeta }),
    list: { columns, filters, defaultOrderBy, defaultOrder, maxPerPage, defaultPerPage, file },
  } satisfies Endpoint
}
