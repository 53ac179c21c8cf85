// A list as an endpoint: paging, order, filters and export follow from its row and columns. Imports only zod and this room.
import { z } from 'zod'
import type { Column } from './columns.ts'
import {
  type CallSpec,
  type Endpoint,
  exportParameters,
  type NoFields,
  type Nothing,
  nothing,
} from './endpoint.ts'
import { pageMeta, startDate, text, wholeNumber } from './vocabulary.ts'

/** Filters that are called as the columns they search. */
export const onColumns = <const Key extends string>(...keys: Key[]) =>
  Object.fromEntries(keys.map((key) => [key, key])) as { readonly [K in Key]: K }

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
>(
  spec: CallSpec<P, Params> & {
    timeless?: true
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
  },
) {
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
