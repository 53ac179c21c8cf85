// The lines of a CSV file written by the engine itself, byte for byte as csv.ts writes them: where every column is of a
// type whose text is known to be the same, and nowhere else.
import type { Column } from '#contract/columns.ts'
import { csvText } from '#contract/spreadsheet.ts'
import { STATUS_LABELS } from '#contract/statuses.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import { isNumeric } from './cell-text.ts'
import type { CsvDialect } from './csv.ts'

const WHOLE = /^(?:TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)$/
/** To the scale at which a double still tells every amount by its own digits. */
const DECIMAL = /^DECIMAL\(\d+,([0-6])\)$/

/** A row's line with its end, from the columns of a query; undefined where csv.ts has to write. `isEmpty`: columns left empty. */
export function csvLine(
  columns: readonly Column[],
  types: ReadonlyMap<string, string>,
  dialect: CsvDialect,
  isEmpty: (column: Column) => boolean,
): Sql | undefined {
  const cells: Sql[] = []
  for (const column of columns) {
    const type = types.get(column.key)
    const written = type === undefined || isEmpty(column) ? word('') : cell(column, type, dialect)
    if (!written) return undefined
    cells.push(written)
  }
  return sql`concat(${sql.join(cells, sql`, ${word(dialect.separator)}, `)}, chr(13) || chr(10))`
}

/** A word of this file as it is: a parameter would hide it from the planner. */
const word = (text: string): Sql => sql.raw(`'${text.replaceAll("'", "''")}'`)

const matches = (text: Sql, pattern: string): Sql => sql`regexp_matches(${text}, ${word(pattern)})`

/** The text of a cell, null for none. */
function cell(column: Column, type: string, dialect: CsvDialect): Sql | undefined {
  const name = sql.identifier(column.key)
  const text = sql`cast(${name} as varchar)`
  const isWhole = WHOLE.test(type)
  const [, scale] = DECIMAL.exec(type) ?? []
  switch (column.format) {
    case 'money':
    case 'money1':
      if (isWhole) return sql`${text} || ${word(`${dialect.decimal}00`)}`
      return scale === '2' ? decimal(text, dialect) : undefined
    case 'flag':
      return isWhole ? flag(name) : undefined
    case 'date':
      if (type !== 'DATE') return undefined
      return dialect.localDates ? sql`strftime(${name}, '%d/%m/%Y')` : text
    case 'datetime':
      return undefined
    case 'status':
      return type === 'VARCHAR' ? label(name) : undefined
  }
  if (isNumeric(column)) {
    if (isWhole || scale === '0') return text
    if (scale === undefined) return undefined
    return decimal(sql`rtrim(rtrim(${text}, '0'), '.')`, dialect)
  }
  if (type === 'VARCHAR') return guarded(name)
  return isWhole ? guarded(text) : undefined
}

const decimal = (text: Sql, dialect: CsvDialect): Sql =>
  dialect.decimal === '.' ? text : sql`replace(${text}, '.', ${word(dialect.decimal)})`

const flag = (name: Sql): Sql =>
  sql`case when ${name} is null then '' when ${name} = 1 then 'Sí' else 'No' end`

function label(name: Sql): Sql {
  const known = Object.entries(STATUS_LABELS).map(
    ([status, words]) => sql`when ${word(status)} then ${word(csvText(words))}`,
  )
  return sql`case ${name} ${sql.join(known, sql` `)} else ${guarded(sql`regexp_replace(${name}, '^wc-', '')`)} end`
}

/** As csvText does; most texts are as they are. */
function guarded(text: Sql): Sql {
  const safe = sql`case when ${matches(text, '^[=+\\-@\\t\\r\\n]')} then '''' || ${text} else ${text} end`
  const quoted = sql`'"' || replace(${safe}, '"', '""') || '"'`
  return sql`case when ${suspicious(text)} then case when ${matches(text, '[";,\\r\\n]')} then ${quoted} else ${safe} end else ${text} end`
}

/**
 * Whatever `guarded` changes, and a little more: letters and digits begin no formula. Looking for each sign costs a third
 * of one pattern for all, and the engine looks once at a word that it keeps once.
 */
function suspicious(text: Sql): Sql {
  const begins = sql`(${text} > '' and (${text} < '0' or (${text} >= ':' and ${text} < 'A')))`
  const signs = [word('"'), word(';'), word(','), sql`chr(13)`, sql`chr(10)`]
  return sql.join([begins, ...signs.map((sign) => sql`contains(${text}, ${sign})`)], sql` or `)
}
