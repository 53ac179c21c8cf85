import { prefetch } from '#web/api/call.ts'
import { viewFrom } from '#web/ui/table/view.ts'
import { type ListKey, type ListOptions, type ListSource, listQuery } from './list-query.ts'

export function prefetchList<K extends ListKey>(
  { call, columns, defaults }: ListSource<K>,
  options: ListOptions<K>,
): void {
  prefetch(call, listQuery(columns, options, viewFrom({}, columns, defaults)))
}
