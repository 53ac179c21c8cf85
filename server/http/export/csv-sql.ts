// CSV lines written by the engine, byte for byte as csv.ts writes them, for columns of types where both texts agree.
import type { Column } from '#contract/columns.ts'
import { FORMULA_PATTERN } from '#contract/spreadsheet.ts'
import { STATUS_LABELS } from '#contract/statuses.ts'
import type { ValueLabels } from '#contract/value-labels.ts'
import { type ScopedSql, type Sql, sql } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'
import type { WholeFile } from '#server/store/whole-file.ts'
import { type FileFormat, isNumeric } from './cell-text.ts'
import { type CsvDialect, EXCEL, STANDARD, textIn } from './csv.ts'

interface ListQueries {
  readonly all: ScopedSql
  texts(text: Sql): ScopedSql
}

/** Writes the lines of a list; undefined if only csv.ts can write them. */
export async function csvLines(
  { lines }: Reads,
  columns: readonly Column[],
  queries: ListQueries,
  { format, personal }: { format: FileFormat; personal: boolean },
): Promise<(() => Promise<WholeFile>) | undefined> {
  if (!lines || format === 'xlsx' || format === 'parquet') return undefined
  const types = await lines.columnTypes(queries.all)
  const dialect = format === 'csv' ? EXCEL : STANDARD
  const line = csvLine(columns, types, dialect, (column) => !personal && column.personal === true)
  return line && (() => lines.write(queries.texts(line)))
}

const WHOLE = /^(?:TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)$/
/** Up to the scale at which doubles still represent every amount distinctly. */
const DECIMAL = /^DECIMAL\(\d+,([0-6])\)$/

/** A row's line without its end; undefined if only csv.ts can write it. `isEmpty`: columns to leave empty. */
export function csvLine(
  columns: readonly Column[],
  types: ReadonlyMap<string, string>,
  dialect: CsvDialect,
  isEmpty: (column: Column) => boolean,
): Sql | undefined {
  const cells: Sql[] = []
  for (const column of columns) {
    const type = types.get(column.key)
    const text = type === undefined || isEmpty(column) ? literal('') : cell(column, type, dialect)
    if (!text) return undefined
    cells.push(text)
  }
  return sql`concat(${sql.join(cells, sql`, ${literal(dialect.separator)}, `)})`
}

/** A constant literal: a parameter would hide it from the planner. */
const literal = (text: string): Sql => sql.raw(`'${text.replaceAll("'", "''")}'`)

const matches = (text: Sql, pattern: string): Sql => sql`regexp_matches(${text}, ${literal(pattern)})`

function cell(column: Column, type: string, dialect: CsvDialect): Sql | undefined {
  const name = sql.identifier(column.key)
  const text = sql`cast(${name} as varchar)`
  const isWhole = WHOLE.test(type)
  const [, scale] = DECIMAL.exec(type) ?? []
  switch (column.format) {
    case 'money':
    case 'money1':
      if (isWhole) return sql`${text} || ${literal(`${dialect.decimal}00`)}`
      return scale === '2' ? decimal(text, dialect) : undefined
    case 'unit_money':
      return scale === '4' ? decimal(sql`regexp_replace(${text}, '00$', '')`, dialect) : undefined
    case 'flag':
      return isWhole ? flag(name) : undefined
    case 'date':
      if (type !== 'DATE') return undefined
      return dialect.localDates ? sql`strftime(${name}, '%d/%m/%Y')` : text
    case 'datetime':
      return undefined
    case 'status':
      return type === 'VARCHAR' ? label(name, STATUS_LABELS, withoutPrefix(name), dialect) : undefined
  }
  if (isNumeric(column)) {
    if (isWhole || scale === '0') return text
    if (scale === undefined) return undefined
    return decimal(sql`rtrim(rtrim(${text}, '0'), '.')`, dialect)
  }
  if (column.labels) return type === 'VARCHAR' ? label(name, column.labels, name, dialect) : undefined
  if (type === 'VARCHAR') return written(name, dialect)
  return isWhole ? written(text, dialect) : undefined
}

const decimal = (text: Sql, dialect: CsvDialect): Sql =>
  dialect.decimal === '.' ? text : sql`replace(${text}, '.', ${literal(dialect.decimal)})`

const flag = (name: Sql): Sql =>
  sql`case when ${name} is null then '' when ${name} = 1 then 'Sí' else 'No' end`

const withoutPrefix = (name: Sql): Sql => sql`regexp_replace(${name}, '^wc-', '')`

function label(name: Sql, labels: ValueLabels, unknown: Sql, dialect: CsvDialect): Sql {
  const known = Object.entries(labels).map(
    ([status, words]) => sql`when ${literal(status)} then ${literal(textIn(dialect)(words))}`,
  )
  return sql`case ${name} ${sql.join(known, sql` `)} else ${written(unknown, dialect)} end`
}

/** SQL version of `textIn`. */
const written = (text: Sql, { isGuarded }: CsvDialect): Sql => (isGuarded ? guarded(text) : plain(text))

const quoted = (text: Sql): Sql => sql`'"' || replace(${text}, '"', '""') || '"'`

const anyOf = (text: Sql, signs: readonly Sql[]): Sql =>
  sql.join(
    signs.map((sign) => sql`contains(${text}, ${sign})`),
    sql` or `,
  )
const SIGNS = [literal('"'), literal(';'), literal(','), sql`chr(13)`, sql`chr(10)`]

const plain = (text: Sql): Sql => sql`case when ${anyOf(text, SIGNS)} then ${quoted(text)} else ${text} end`

function guarded(text: Sql): Sql {
  const safe = sql`case when ${matches(text, FORMULA_PATTERN)} then '''' || ${text} else ${text} end`
  return sql`case when ${suspicious(text)} then case when ${matches(text, '[";,\\r\\n]')} then ${quoted(safe)} else ${safe} end else ${text} end`
}

/** Cheap prefilter for `guarded`: separate `contains` calls cost a third of one regular expression. */
function suspicious(text: Sql): Sql {
  // Latin letters begin no formula; among the characters around them are some that show nothing.
  const isLatin = sql`(${text} >= ${literal('\u00c0')} and ${text} < ${literal('\u0300')})`
  const begins = sql`(${text} > '' and (${text} < '0' or (${text} >= ':' and ${text} < 'A')
    or (${text} >= ${literal('\u007f')} and not ${isLatin})))`
  return sql`${begins} or ${anyOf(text, SIGNS)}`
}
