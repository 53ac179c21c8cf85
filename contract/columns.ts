// One definition of a column for the table on screen and the file exported; plain data, free of zod, so the browser can load it.

/**
 * How a value is written. `id` is a number that names something, so it is never grouped; `money` is in the store's currency with 2 decimals, `money1` with 1;
 * `percent` has 1 decimal, `percent2` has 2; `date` is 'YYYY-MM-DD' on the wire and DD/MM/YYYY on screen;
 * `status` is a WooCommerce status shown by its label; `flag` is 0/1 or a boolean shown as Sí/No.
 */
export type ColumnFormat =
  | 'text'
  | 'id'
  | 'integer'
  | 'money'
  | 'money1'
  | 'percent'
  | 'percent2'
  | 'date'
  | 'datetime'
  | 'status'
  | 'flag'

export interface Column<Key extends string = string> {
  readonly key: Key
  /** Spanish header, the same on screen and in the exported file. */
  readonly title: string
  readonly format: ColumnFormat
  /** Name of the query parameter that filters this column on the server, when there is one. */
  readonly filter?: string
  /** False where sorting makes no sense; a column sorts by default. */
  readonly sortable?: boolean
  /** Personal data: emptied for roles without the `personal-data` permission. */
  readonly personal?: boolean
}

export type ColumnOptions = Omit<Column, 'key' | 'title' | 'format'>

export const column = <const Key extends string>(
  key: Key,
  title: string,
  format: ColumnFormat = 'text',
  options: ColumnOptions = {},
): Column<Key> => ({ key, title, format, ...options })
