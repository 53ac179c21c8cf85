// The order of columns on a phone, where three fit: the names of a row, what can be done with it, and its amount first.
import { type Column, column } from '#contract/columns.ts'
import { text } from '#web/ui/text.ts'

/** Words that name a row beside the first text. */
const ALSO_NAMES: ReadonlySet<string> = new Set(['name', 'surname', 'product', 'product_name'])

/** The column with the buttons of a row. */
export const ACTIONS = column('actions', text.actions, 'text', { sortable: false, hasValues: false })

/** A status that a row begins with is its name. */
const isText = ({ format }: Column, index: number) =>
  format === 'text' || (format === 'status' && index === 0)

const isId = ({ key, format }: Column) => format === 'id' || key === 'sku' || /(^|_)id$/.test(key)

/** Names, actions, the first amount, then all others in their order. */
export function phoneOrder(columns: readonly Column[]): readonly Column[] {
  const texts = columns.filter(
    (column, index) => isText(column, index) && column.hasValues !== false && !isId(column),
  )
  const names = texts.filter(({ key }, index) => index === 0 || ALSO_NAMES.has(key))
  // Days beside a name are what the table is about.
  const amount =
    columns[1]?.format === 'decimal2'
      ? columns[1]
      : columns.find(({ format }) => format === 'money' || format === 'money1')
  const actions = columns.filter(({ key }) => key === ACTIONS.key)
  const first = new Set([...names, ...actions, ...(amount ? [amount] : [])])
  return [...first, ...columns.filter((column) => !first.has(column))]
}
