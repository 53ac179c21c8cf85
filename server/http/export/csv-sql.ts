// The lines of a CSV file written by the engine itself, byte for byte as csv.ts writes them: where every column is of a
// type whose text is known to be the same, and nowhere else.
import type { Column } from '#contract/columns.ts'
import { STATUS_LABELS } from '#contract/statuses.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import { isNumeric } from './cells.ts'
import type { CsvDialect } from './csv.ts'

const WHOLE = /^(?:TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)$/
/** To the scale at which a double still tells every amount by its own digits. */
const DECIMAL = /^DECIMAL\(\d+,([0-6])\)$/

interface Cell {
  readonly text: Sql
  /** May hold what needs quotes or looks like a formula. */
  readonly free: boolean
}

/** A row's line with its end, from the columns of a query; undefined where csv.ts has to write. `isEmpty`: columns left empty. */
export function csvLine(
  columns: readonly Column[],
  types: ReadonlyMap<string, string>,
  dialect: CsvDialect,
  isEmpty: (column: Column) => boolean,
): Sql | undefined {
  const cells: Cell[] = []
  for (const column of columns) {
    const type = types.get(column.key)
    const written = type === undefined || isEmpty(column) ? EMPTY : cell(column, type, dialect)
    if (!written) return undefined
    cells.push(written)
  }
  const free = cells.filter((one) => one.free).map(({ text }) => text)
  const plain = line(
    cells.map(({ text }) => text),
    dialect,
  )
  if (free.length === 0) return plain
  const careful = line(
    cells.map((one) => (one.free ? guarded(one.text) : one.text)),
    dialect,
  )
  // One look at all texts of the row; the sign between them can only make it look twice.
  const texts = sql`concat(${sql.join(free, sql`, chr(1), `)})`
  return sql`case when ${matches(texts, '[";,\\r\\n]|(^|\\x01)[=+\\-@\\t]')} then ${careful} else ${plain} end`
}

/** A word of this file as it is: a parameter would hide it from the planner. */
const word = (text: string): Sql => sql.raw(`'${text.replaceAll("'", "''")}'`)

const EMPTY: Cell = { text: word(''), free: false }

const line = (texts: readonly Sql[], { separator }: CsvDialect): Sql =>
  sql`concat(${sql.join(texts, sql`, ${word(separator)}, `)}, chr(13), chr(10))`

const matches = (text: Sql, pattern: string): Sql => sql`regexp_matches(${text}, ${word(pattern)})`

function cell(column: Column, type: string, dialect: CsvDialect): Cell | undefined {
  const name = sql.identifier(column.key)
  const text = sql`cast(${name} as varchar)`
  const isWhole = WHOLE.test(type)
  const [, scale] = DECIMAL.exec(type) ?? []
  switch (column.format) {
    case 'money':
    case 'money1':
      if (isWhole) return { text: sql`${text} || ${word(`${dialect.decimal}00`)}`, free: false }
      return scale === '2' ? { text: decimal(text, dialect), free: false } : undefined
    case 'flag':
      return isWhole ? { text: flag(name), free: false } : undefined
    case 'date':
      if (type !== 'DATE') return undefined
      return { text: dialect.localDates ? sql`strftime(${name}, '%d/%m/%Y')` : text, free: false }
    case 'datetime':
      return undefined
    case 'status':
      return type === 'VARCHAR' ? { text: label(name), free: true } : undefined
  }
  if (isNumeric(column)) {
    if (isWhole || scale === '0') return { text, free: false }
    if (scale === undefined) return undefined
    return { text: decimal(sql`rtrim(rtrim(${text}, '0'), '.')`, dialect), free: false }
  }
  if (type === 'VARCHAR') return { text: name, free: true }
  return isWhole ? { text, free: true } : undefined
}

const decimal = (text: Sql, dialect: CsvDialect): Sql =>
  dialect.decimal === '.' ? text : sql`replace(${text}, '.', ${word(dialect.decimal)})`

const flag = (name: Sql): Sql =>
  sql`case when ${name} is null then '' when ${name} = 1 then 'Sí' else 'No' end`

function label(name: Sql): Sql {
  const known = Object.entries(STATUS_LABELS).map(
    ([status, words]) => sql`when ${word(status)} then ${word(words)}`,
  )
  return sql`case ${name} ${sql.join(known, sql` `)} else regexp_replace(${name}, '^wc-', '') end`
}

/** As csvText does. */
function guarded(text: Sql): Sql {
  const safe = sql`case when ${matches(text, '^[=+\\-@\\t\\r]')} then '''' || ${text} else ${text} end`
  return sql`case when ${matches(text, '[";,\\r\\n]')} then '"' || replace(${safe}, '"', '""') || '"' else ${safe} end`
}
