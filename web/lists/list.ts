// A list of the API as data: screens show it, menus fetch it ahead. No code of tables comes along.
import type { TableDefaults } from '#web/ui/table/view.ts'
import type { ListKey } from './list-query.ts'

export const list = <const K extends ListKey, const Columns>(
  call: K,
  columns: Columns,
  defaults: TableDefaults,
) => ({ call, columns, defaults })
