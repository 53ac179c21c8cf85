// Derives an endpoint (row schema, paging, order, filters, export) from the declaration of a list.
import { z } from 'zod'
import type { Column, Field } from './columns.ts'
import {
  type Endpoint,
  exportParameters,
  type Failures,
  type NoFields,
  type Nothing,
  nothing,
} from './endpoint.ts'
import { entryOf } from './entry.ts'
import type { List } from './list.ts'
import {
  count,
  decimal2,
  id,
  isoDate,
  money,
  oneOf,
  pageMeta,
  percent,
  startDate,
  text,
  unitMoney,
  units,
  utcTime,
  wholeNumber,
} from './vocabulary.ts'

const FORMATS = {
  text: z.string(),
  id,
  integer: count,
  units,
  decimal2,
  money,
  money1: money,
  unit_money: unitMoney,
  percent,
  percent2: percent,
  share: percent,
  date: isoDate,
  month: z.string(),
  datetime: utcTime,
  status: z.string(),
  flag: z.boolean(),
}

type SchemaOf<F extends Field> = F extends { readonly nullable: true }
  ? z.ZodNullable<(typeof FORMATS)[F['format']]>
  : (typeof FORMATS)[F['format']]

type RowShape<Fields extends readonly Field[]> = { [F in Fields[number] as F['key']]: SchemaOf<F> }

function schemaOf({ format, nullable, description, example }: Field): z.ZodType {
  const schema = nullable ? FORMATS[format].nullable() : FORMATS[format]
  return description || example
    ? schema.meta({ ...(description && { description }), ...(example && { example }) })
    : schema
}

export const rowShape = <const Fields extends readonly Field[]>(fields: Fields): RowShape<Fields> =>
  Object.fromEntries(fields.map((field) => [field.key, schemaOf(field)])) as RowShape<Fields>

/** A page size beyond any list: screens of the specification export with it. */
const MAX_EXPORT_PAGE = 1_000_000

/** An export has every row, so `per_page` above the cap is accepted with `export=1`. */
export const withinCap = (query: object, cap: number) => {
  if (!('per_page' in query) || typeof query.per_page !== 'number') return true
  const onlyForFiles = query.per_page > cap && query.per_page <= MAX_EXPORT_PAGE
  return !onlyForFiles || ('export' in query && query.export === true)
}

/** Query parameter → key of the column that it filters. */
const filtersOf = (columns: readonly Column[]): Record<string, string> =>
  Object.fromEntries(columns.flatMap(({ key, filter }) => (filter ? [[filter, key]] : [])))

type FilterNames<C extends Column> = C extends { readonly filter: infer Name extends string } ? Name : never

const filterParameters = (columns: readonly Column[]) =>
  Object.fromEntries(
    columns.flatMap(({ title, filter }) => {
      const description = `Text that «${title}» contains, ignoring case and accents`
      return filter ? [[filter, text.meta({ description }).optional()]] : []
    }),
  )

function orderParameters({ columns, orderBy, order, orderAliases = {} }: List) {
  const sortable = columns.filter((item) => item.sortable !== false).map((item) => item.key)
  const column = z
    .preprocess(
      (value) => (typeof value === 'string' ? (entryOf(orderAliases, value) ?? value) : value),
      oneOf(sortable),
    )
    .optional()
  return {
    order: z
      .preprocess(
        (value) => (typeof value === 'string' ? value.toUpperCase() : value),
        z.enum(['ASC', 'DESC']),
      )
      .optional()
      .describe(`Direction; ${order} by default for ${orderBy}, else ASC`),
    orderBy: column.meta({
      description: `Column that orders the list, ${orderBy} by default`,
      example: orderBy,
    }),
    order_by: column.meta({ description: 'The same as orderBy, which wins', example: orderBy }),
  }
}

/** Page and rows of a page. */
export const pageParameters = (perPage: number, maxPerPage: number) => ({
  page: wholeNumber(1, 1_000_000_000, 'Page, from 1').default(1).meta({ whenAbsent: 1 }),
  per_page: wholeNumber(
    1,
    MAX_EXPORT_PAGE,
    `Rows of a page, at most ${maxPerPage}; export=1 returns all rows`,
  )
    .default(perPage)
    .meta({ whenAbsent: perPage }),
})

/** What a list needs beyond its declaration. */
export interface ListExtras {
  readonly params?: z.ZodType
  /** Parameters beyond paging, order, filters, export and start_date. */
  readonly query?: z.ZodRawShape
  /** Fields that no column format describes, or describes too loosely. */
  readonly row?: z.ZodRawShape
  readonly failures?: Failures
}

type Extra<Extras extends ListExtras, Name extends keyof ListExtras, Otherwise> = Extras extends {
  readonly [N in Name]: infer Value extends NonNullable<ListExtras[Name]>
}
  ? Value
  : Otherwise

/** The shape of the fields, with the schemas of `More` in place of theirs. */
type Row<F extends Field, More> = {
  [Key in F['key'] | keyof More]: Key extends keyof More ? More[Key] : SchemaOf<Extract<F, { key: Key }>>
}

/** A paged, sorted, filtered, exportable list. It accepts both spellings `orderBy` and `order_by`. */
export function listEndpoint<
  const Path extends string,
  const Columns extends readonly Column[],
  const Hidden extends readonly Field[],
  const Extras extends ListExtras = NoFields,
>(entry: List<Path, Columns, Hidden>, extras?: Extras) {
  const {
    path,
    access,
    summary,
    description,
    timeless,
    forApiTokens,
    columns,
    hidden,
    perPage = 25,
    maxPerPage = 1000,
  } = entry
  const query = z.object({
    start_date: startDate.optional(),
    ...pageParameters(perPage, maxPerPage),
    ...(orderParameters(entry) as {
      [Name in 'orderBy' | 'order_by']: z.ZodOptional<z.ZodType<Columns[number]['key'], string>>
    } & { order: z.ZodOptional<z.ZodType<'ASC' | 'DESC', string>> }),
    ...exportParameters,
    ...(filterParameters(columns) as Record<FilterNames<Columns[number]>, z.ZodOptional<typeof text>>),
    ...((extras?.query ?? {}) as Extra<Extras, 'query', NoFields>),
  })
  const fields: readonly Field[] = [...(hidden ?? []), ...columns]
  const row = z.object({ ...rowShape(fields), ...extras?.row } as Row<
    Columns[number] | Hidden[number],
    Extra<Extras, 'row', NoFields>
  >)
  return {
    path,
    access,
    summary,
    ...(description && { description }),
    ...(timeless && { timeless }),
    ...(forApiTokens && { forApiTokens }),
    ...(extras?.failures && { failures: extras.failures }),
    method: 'GET' as const,
    params: (extras?.params ?? nothing) as Extra<Extras, 'params', Nothing>,
    query: query.refine((sent) => withinCap(sent, maxPerPage), {
      path: ['per_page'],
      error: `must be at most ${maxPerPage} without export=1`,
    }),
    body: nothing,
    monthly: true as const,
    response: z.object({ success: z.literal(true), data: z.array(row), meta: pageMeta }),
    list: { ...entry, perPage, maxPerPage, filters: filtersOf(columns) },
  } satisfies Endpoint
}

type EndpointOf<Entry, Extras extends ListExtras> =
  Entry extends List<infer Path, infer Columns, infer Hidden>
    ? ReturnType<typeof listEndpoint<Path, Columns, Hidden, Extras>>
    : never

/** The endpoints of several lists under the same names; `extras` names those that need more than their declaration. */
export const listEndpoints = <
  const Lists extends Readonly<Record<string, List>>,
  const Extras extends { readonly [Name in keyof Lists]?: ListExtras },
>(
  lists: Lists,
  extras: Extras,
) =>
  Object.fromEntries(
    Object.entries(lists).map(([name, entry]) => [name, listEndpoint(entry, entryOf(extras, name))]),
  ) as {
    readonly [Name in keyof Lists]: EndpointOf<
      Lists[Name],
      Extras[Name] extends ListExtras ? Extras[Name] : NoFields
    >
  }
