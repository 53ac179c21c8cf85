// SQL as a tagged template: interpolated values always become parameters.

export type Parameter = string | number | bigint | boolean | null

/** A value, a list of values for `in (…)`, or nested SQL. */
export type SqlValue = Parameter | readonly Parameter[] | Sql

export type Engine = 'duckdb' | 'postgres'

/** As in a template, `texts` has one entry more than `values`. */
export class Sql {
  readonly texts: readonly string[]
  readonly values: readonly (Parameter | readonly Parameter[])[]

  constructor(texts: readonly string[], values: readonly (Parameter | readonly Parameter[])[]) {
    this.texts = texts
    this.values = values
  }
}

/**
 * SQL limited to a role's distributors, or exempt from the limit. Only this file creates it; SQL that contains it is scoped too.
 */
export class ScopedSql extends Sql {
  readonly isScoped = true
}

/** Scoped if one of the values is known to be. */
type Composed<Values extends readonly SqlValue[]> = true extends {
  [I in keyof Values]: [Values[I]] extends [ScopedSql] ? true : false
}[number]
  ? ScopedSql
  : Sql

function compose(strings: readonly string[], values: readonly SqlValue[]): Sql {
  const texts = [strings[0] ?? '']
  const flat: (Parameter | readonly Parameter[])[] = []
  const append = (text: string) => {
    texts[texts.length - 1] += text
  }
  values.forEach((value, index) => {
    if (value === undefined) throw new TypeError('undefined in SQL; use null')
    if (value instanceof Sql) {
      append(value.texts[0] ?? '')
      value.values.forEach((inner, at) => {
        flat.push(inner)
        texts.push(value.texts[at + 1] ?? '')
      })
    } else {
      flat.push(value)
      texts.push('')
    }
    append(strings[index + 1] ?? '')
  })
  return values.some((value) => value instanceof ScopedSql)
    ? new ScopedSql(texts, flat)
    : new Sql(texts, flat)
}

function template<Values extends readonly SqlValue[]>(
  strings: TemplateStringsArray,
  ...values: Values
): Composed<Values>
function template(strings: TemplateStringsArray, ...values: SqlValue[]): Sql {
  return compose(strings, values)
}

/** Which of the queries are known to be scoped: all, none or, as `boolean`, some. */
type Scoped<Queries extends readonly Sql[]> = {
  [I in keyof Queries]: [Queries[I]] extends [ScopedSql] ? true : false
}[number]

function union<const Queries extends readonly Sql[]>(
  queries: boolean extends Scoped<Queries> ? never : Queries,
  all?: 'all',
): Scoped<Queries> extends true ? ScopedSql : Sql
function union(queries: readonly Sql[], all?: 'all'): Sql {
  if (queries.length === 0) throw new TypeError('A union needs a query')
  const { texts, values } = sql.join(queries, sql.raw(all ? ' union all ' : ' union '))
  return queries.every((query) => query instanceof ScopedSql)
    ? scoped({ texts, values })
    : new Sql(texts, values)
}

/** sql`… where status in (${statuses})`: an empty list becomes `null`, so `in` and `not in` match nothing. */
export const sql = Object.assign(template, {
  empty: new Sql([''], []),

  /** Without pieces, empty SQL. */
  join(pieces: readonly SqlValue[], separator: Sql = new Sql([', '], [])): Sql {
    const between = pieces.slice(1).flatMap((piece): SqlValue[] => [separator, piece])
    const parts = [...pieces.slice(0, 1), ...between]
    return compose(['', ...parts.map(() => '')], parts)
  },

  /** Rows of all queries. Scoped if each of them is; of scoped queries and others it does not compile. */
  union,

  /** A quoted column or table name; several names are joined by dots. */
  identifier: (...names: string[]): Sql => new Sql([names.map(quoted).join('.')], []),

  /** Text of the program, never user input. */
  raw: (text: string): Sql => new Sql([text], []),

  /** A whole number as part of the text. */
  whole(value: number): Sql {
    if (!Number.isSafeInteger(value)) throw new TypeError(`${value} is not a whole number`)
    return sql.raw(value < 0 ? `(${value})` : String(value))
  },

  /** Both engines sort nulls last ascending and first descending. */
  order: (column: string, direction: 'ASC' | 'DESC'): Sql => sql.raw(`${quoted(column)} ${direction}`),

  /** Ignores case and accents, in the function of a migration; % and _ are ordinary characters. */
  contains: (text: Sql, part: string): Sql => sql`strpos(folded(${text}), folded(${part})) > 0`,
})

/** The same statement with its values as part of the text; long lists remain parameters. For DuckDB only. */
export function withValuesInText({ texts, values }: Sql): Sql {
  const pieces = values.flatMap((value, index) => {
    const literal = isList(value) && value.length > MAX_INLINE_LIST ? value : listed(value)
    return [literal, sql.raw(texts[index + 1] ?? '')]
  })
  return sql`${sql.raw(texts[0] ?? '')}${sql.join(pieces, sql.empty)}`
}

const listed = (value: Parameter | readonly Parameter[]): Sql =>
  sql.raw(isList(value) ? value.map(literal).join(', ') || 'null' : literal(value))

function literal(value: Parameter): string {
  if (typeof value !== 'string') return typeof value === 'number' && value < 0 ? `(${value})` : String(value)
  if (value.includes('\0')) throw new TypeError('NUL in an SQL text')
  return `'${value.replaceAll("'", "''")}'`
}

function quoted(name: string): string {
  if (name.includes('\0')) throw new TypeError('NUL in an SQL name')
  return `"${name.replaceAll('"', '""')}"`
}

export interface Rendered {
  readonly text: string
  readonly parameters: readonly (Parameter | readonly Parameter[])[]
}

/** Longer lists become one array parameter, to stay below the engines' limits on parameters. */
const MAX_INLINE_LIST = 100

/** Text with $1 … and the matching parameters. */
export function render(query: Sql, engine: Engine): Rendered {
  const parameters: (Parameter | readonly Parameter[])[] = []
  const place = (value: Parameter | readonly Parameter[], type: string) => {
    parameters.push(value)
    return `$${parameters.length}${type}`
  }
  let text = query.texts[0] ?? ''
  query.values.forEach((value, index) => {
    if (!isList(value)) text += place(value, cast(value, engine))
    else if (value.length === 0) text += 'null'
    else if (value.length > MAX_INLINE_LIST) text += `select unnest(${place(value, arrayCast(value))})`
    else text += value.map((item) => place(item, cast(item, engine))).join(', ')
    text += query.texts[index + 1]
  })
  return { text, parameters }
}

const isList = (value: Parameter | readonly Parameter[]): value is readonly Parameter[] =>
  Array.isArray(value)

const isInteger32 = (value: number) => Number.isInteger(value) && Math.abs(value) < 2 ** 31

/** PostgreSQL infers parameter types from context; casts give numbers and booleans the type of their literal. */
function cast(value: Parameter, engine: Engine): string {
  if (typeof value === 'number' && !/^-?\d+(\.\d+)?$/.test(String(value))) {
    throw new TypeError(`${value} cannot be an SQL parameter`)
  }
  if (engine === 'duckdb' || value === null || typeof value === 'string') return ''
  if (typeof value === 'boolean') return '::boolean'
  if (typeof value === 'bigint') return '::bigint'
  if (isInteger32(value)) return '::integer'
  return Number.isInteger(value) ? '::bigint' : '::numeric'
}

function arrayCast(values: readonly Parameter[]): string {
  const kinds = new Set(values.map((value) => typeof value))
  if (kinds.size > 1) throw new TypeError('A list of more than 100 SQL values must be of one type')
  if (kinds.has('string')) return '::text[]'
  if (kinds.has('bigint') || values.every((value) => Number.isInteger(value))) return '::bigint[]'
  throw new TypeError('A list of more than 100 SQL values must hold texts or whole numbers')
}

// Every query of a route states whose data it reads: the types of `Reads` accept only SQL that these functions created.

/** Ids of the distributors that a role is limited to; null means all of them. */
export type Scope = readonly string[] | null

const scoped = ({ texts, values }: Pick<Sql, 'texts' | 'values'>): ScopedSql => new ScopedSql(texts, values)

/** Limits a query to the distributors in `scope`. */
export function inScope(scope: Scope, column: Sql = sql`dist_id`): ScopedSql {
  if (scope === null) return scoped(sql`true`)
  // Not the constant null: Citus on PostgreSQL 15 and 16 refuses constants above an outer join.
  return scoped(scope.length === 0 ? sql`${column} <> ${column}` : sql`${column} in (${scope})`)
}

/** `whole` for the whole shop, if a smaller table answers it; else `limited`. */
export const byScope = (scope: Scope, whole: Sql, limited: ScopedSql): ScopedSql =>
  scope === null ? scoped(whole) : limited

/** Data that every role may see, whatever its distributors; the reason is documentation. */
export const wholeShop = (_reason: string, query: Sql): ScopedSql => scoped(query)

/** 'YYYY-MM-DD HH:MM:SS' in UTC. */
export const utcText = (time: Date): string => time.toISOString().slice(0, 19).replace('T', ' ')

export const utc = (time: Date): Sql => sql`cast(${utcText(time)} as timestamp)`
