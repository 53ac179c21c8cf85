// Lists as plain data: the server derives calls and files from it, the browser tables and screens. Without zod.
import type { Column, Field } from './columns.ts'
import type { Permission } from './permissions.ts'

/** A screen that shows nothing but the list; `{month}` in a text is replaced by the month's name. */
export interface ListScreen {
  /** Address in the browser. */
  readonly path: string
  readonly title: string
  /** Label of the menu entry. */
  readonly menu: string
  /** Title of the table; by default the page title. */
  readonly heading?: string
  readonly note: string
  /** Name under which the browser remembers hidden columns; by default the last part of the path. */
  readonly tableId?: string
  /** First page size and order, where they differ from those of the call. */
  readonly perPage?: number
  readonly orderBy?: string
  readonly order?: 'ASC' | 'DESC'
}

interface ListBody<Columns extends readonly Column[], Hidden extends readonly Field[]> {
  readonly access: Permission | 'session'
  readonly summary: string
  readonly description?: string
  /** Not about a month: `start_date` is validated and not read. */
  readonly timeless?: true
  /** Its rows depend on the account, not only on what its role may see. */
  readonly ofAccount?: true
  /** Open to API tokens although no permission guards it. */
  readonly forApiTokens?: true
  readonly columns: Columns
  /** Fields of a row that have no column. */
  readonly hidden?: Hidden
  /** Fields that identify a row: tie-breaker of every order on the server, React key in the browser. */
  readonly key: readonly (Columns[number]['key'] | Hidden[number]['key'])[]
  readonly orderBy: Columns[number]['key']
  /** Other names that `order_by` accepts for a column. */
  readonly orderAliases?: Readonly<Record<string, Columns[number]['key']>>
  /** Default 25. */
  readonly perPage?: number
  /** Cap of `per_page` of a JSON page; default 1000. */
  readonly maxPerPage?: number
  /** Name of the exported file without month and extension. */
  readonly file: string
  readonly screen?: ListScreen | undefined
}

export interface List<
  Path extends string = string,
  Columns extends readonly Column[] = readonly Column[],
  Hidden extends readonly Field[] = readonly Field[],
> extends ListBody<Columns, Hidden> {
  readonly path: Path
  /** Order of `orderBy` by default; any other column starts with ASC. */
  readonly order: 'ASC' | 'DESC'
}

/** In descending order unless it says otherwise. */
export const list = <
  const Path extends string,
  const Columns extends readonly Column[],
  const Hidden extends readonly Field[] = readonly [],
  const Screen extends ListScreen | undefined = undefined,
>(
  path: Path,
  body: ListBody<Columns, Hidden> & { readonly order?: 'ASC' | 'DESC'; readonly screen?: Screen },
): List<Path, Columns, Hidden> & { readonly screen: Screen } =>
  // An absent screen reads as undefined.
  ({ path, order: 'DESC', ...body }) as List<Path, Columns, Hidden> & { readonly screen: Screen }

/** The rows of a month view as a table: sortable in its call, and exported with `export=1`. */
export interface Table<Columns extends readonly Column[] = readonly Column[]> {
  readonly columns: Columns
  /** Field of `data` that holds the rows; by default `data` itself. */
  readonly field?: string
  /** Name of the exported file without month and extension. */
  readonly file: string
  readonly orderBy?: Columns[number]['key']
}
