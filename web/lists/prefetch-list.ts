// Fetches the first view of a list before its screen opens. Room lists: may import contract, api, ui and text.
import { prefetch } from '#web/api/ask.ts'
import { viewFrom } from '#web/ui/table/view.ts'
import { type ListAsked, type ListKey, type ListSource, listAsked } from './list-query.ts'

export function prefetchList<K extends ListKey>(
  { call, columns, defaults }: ListSource<K>,
  asked: ListAsked<K>,
): void {
  prefetch(call, listAsked(columns, asked, viewFrom({}, columns, defaults)))
}
