// One definition for the wire, the screen and the exported file. Without zod, so that the browser can load it.
import type { Permission } from './permissions.ts'
import type { ValueLabels } from './value-labels.ts'

/**
 * How a value is typed and written. `id` is a number that identifies something and is never grouped; `units` has up to 3
 * decimals, since shops sell by weight; `decimal2` has 2, such as days; `money` is in the shop's currency with 2 decimals, `money1` with 1, `unit_money`, what one unit costs, with 2 or 4; `percent` has 1
 * decimal, `percent2` has 2; `share` is a part of the list in percent, with 1 decimal on screen, where the shares of a list add
 * up; `date` is 'YYYY-MM-DD' on the wire and DD/MM/YYYY on screen; `month` is 'YYYY-MM' on the wire and its first day in files; `datetime` is UTC on the wire; `status` is a WooCommerce
 * status shown by its label; `flag` is 0/1 or a boolean shown as Sí/No.
 */
export type ColumnFormat =
  | 'text'
  | 'id'
  | 'integer'
  | 'units'
  | 'decimal2'
  | 'money'
  | 'money1'
  | 'unit_money'
  | 'percent'
  | 'percent2'
  | 'share'
  | 'date'
  | 'month'
  | 'datetime'
  | 'status'
  | 'flag'

/** A value of a row on the wire. */
export interface Field<Key extends string = string> {
  readonly key: Key
  readonly format: ColumnFormat
  readonly nullable?: true
  /** For the description of the API. */
  readonly description?: string
  readonly example?: string
}

/** A field with a header: shown on screen and exported. */
export interface Column<Key extends string = string> extends Field<Key> {
  /** Spanish header, the same on screen and in the exported file. */
  readonly title: string
  /** Name of the query parameter that filters this column on the server, if any. */
  readonly filter?: string
  /** False where sorting makes no sense; columns are sortable by default. */
  readonly sortable?: boolean
  /** False where cells hold links or buttons alone: nothing to filter or to write into a file. */
  readonly hasValues?: false
  /** Labels of values, on screen and in files; values without one are shown as they are. */
  readonly labels?: ValueLabels
  /** Personal data: emptied for roles without the `personal-data` permission. */
  readonly personal?: boolean
  /** Only while the month is compared with the same days of another one. */
  readonly sameDays?: true
  /** Only for roles with this permission: null for the others. */
  readonly permission?: Permission
}

/** The columns to show; `sameDays`: the month is running and compared with the same days. */
export const shownColumns = <C extends Column>(
  columns: readonly C[],
  sameDays: boolean,
  may: (permission: Permission) => boolean,
): readonly C[] =>
  columns.filter((each) => (sameDays || !each.sameDays) && (!each.permission || may(each.permission)))

type FieldOptions = Omit<Field, 'key' | 'format'>
type ColumnOptions = Omit<Column, 'key' | 'title' | 'format'>

/** A field, by default a text; the literal types of its parts give rows their types. */
export function field<const Key extends string>(key: Key): { readonly key: Key; readonly format: 'text' }
export function field<
  const Key extends string,
  const Format extends ColumnFormat,
  const Options extends FieldOptions = Record<never, never>,
>(key: Key, format: Format, options?: Options): { readonly key: Key; readonly format: Format } & Options
export function field(key: string, format: ColumnFormat = 'text', options?: FieldOptions): Field {
  return { key, format, ...options }
}

export function column<const Key extends string>(
  key: Key,
  title: string,
): { readonly key: Key; readonly title: string; readonly format: 'text' }
export function column<
  const Key extends string,
  const Format extends ColumnFormat,
  const Options extends ColumnOptions = Record<never, never>,
>(
  key: Key,
  title: string,
  format: Format,
  options?: Options,
): { readonly key: Key; readonly title: string; readonly format: Format } & Options
export function column(key: string, title: string, format: ColumnFormat = 'text', options?: ColumnOptions) {
  return { key, title, format, ...options }
}
