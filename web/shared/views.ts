// Opening saved views, from the menu and from the screen Vistas.
import type { AnyRouter } from '@tanstack/react-router'
import { OPENED_VIEW, pathOf, queryOfAddress } from '#contract/address.ts'
import type { Month } from '#contract/month.ts'
import { refresh } from '#web/api/call.ts'

export interface ViewLink {
  readonly id: number
  readonly address: string
}

/** Address of a view in the browser; without a month it opens on `latest`. */
export function viewHref({ id, address }: ViewLink, latest?: Month): string {
  const query = queryOfAddress(address)
  if (latest && !query.has('month')) query.set('month', latest)
  query.set(OPENED_VIEW, String(id))
  return `${pathOf(address)}?${query}`
}

/** Sets what the router would carry over from the previous screen. */
export function openView(router: AnyRouter, view: ViewLink, latest: Month): void {
  const href = viewHref(view, latest)
  const search = router.options.parseSearch?.(href.slice(href.indexOf('?'))) ?? {}
  void router.navigate({
    to: pathOf(href),
    search: { compare: undefined, days: undefined, ...search },
  })
}

/** Called after a change of a view, its pin or its use as start view. */
export const refreshViews = () => refresh('GET /api/views', 'GET /api/views/chosen', 'GET /api/views/{id}')
