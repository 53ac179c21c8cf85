// Rows of Servicio, per distributor or per province, and the orders behind their numbers.

import type { ComponentProps } from 'react'
import { provinceLabel } from '#contract/value-labels.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { MonthLink } from '#web/shared/links/month-link.tsx'
import { ReportLink } from '#web/shared/links/report-link.tsx'
import { ViewChoice } from '#web/shared/links/view-choice.tsx'
import shared from '#web/ui/shared.module.css'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import { text } from './text.ts'

const PATH = '/distributors/service'
const PROVINCE = 'provincia'
/** Search parameters of rows per province. */
export const BY_PROVINCE = { por: PROVINCE }
const CHOICES = [
  { value: '', label: text.distributors },
  { value: PROVINCE, label: text.provinces },
]

export const useByProvince = (): boolean => useSearchParam('por')[0] === PROVINCE

export const RowChoice = ({ view = {} }: { view?: Search }) => (
  <ViewChoice param="por" label={text.rowsOf} views={CHOICES} keep={view} />
)

type Search = Readonly<Record<string, string>>

/** Cells of lists of orders. */
export const DISTRIBUTOR = {
  dist_name: ({ dist_id, dist_name }: { dist_id: string; dist_name: string }) => (
    <ReportLink distId={dist_id}>{dist_name}</ReportLink>
  ),
}

/** What a row is of, as search parameters of the lists behind its numbers. */
export interface OfRow {
  readonly distribuidor?: string | undefined
  readonly nombre?: string | undefined
  readonly provincia?: string | undefined
}

export const ofDistributor = ({ dist_id, dist_name }: { dist_id: string; dist_name: string }): OfRow => ({
  distribuidor: dist_id,
  nombre: dist_name,
})

export const ofProvince = ({ province }: { province: string }): OfRow => ({ provincia: province })

const nameOf = ({ distribuidor, nombre = distribuidor, provincia }: OfRow): string | undefined =>
  nombre ?? (provincia === undefined ? undefined : provinceLabel(provincia))

/** Of which row the list on screen is: its search parameters, those of its call, and the name. */
export function useRowOf() {
  const [distribuidor] = useSearchParam('distribuidor')
  const [nombre] = useSearchParam('nombre')
  const [province] = useSearchParam('provincia')
  const of = {
    distribuidor: distribuidor ?? undefined,
    nombre: nombre ?? undefined,
    provincia: province ?? undefined,
  }
  return {
    of,
    limits: {
      ...(distribuidor !== null && { only_dist_id: distribuidor }),
      ...(province !== null && { province }),
    },
    name: nameOf(of),
  }
}

interface BehindProps {
  /** Absent: of all. */
  readonly of?: OfRow
  /** The list with its orders, which needs the permission for them; a view that shows more does not. */
  readonly list: Search
  readonly open?: boolean
  readonly what: string
  readonly children: string
}

/** A number that opens its orders. */
export function Behind({ of = {}, list, open = false, what, children }: BehindProps) {
  const mayOrders = mayUser(useUser(), 'view:orders')
  if (!mayOrders && !open) return children
  return (
    <MonthLink
      className={shared.link}
      to={PATH}
      search={{ ...list, ...of }}
      aria-label={text.seeOrders(what, children, nameOf(of))}
    >
      {children}
    </MonthLink>
  )
}

interface AboveProps {
  readonly words: string
  /** The view to go back to. */
  readonly view: ComponentProps<typeof MonthLink>['search'] & object
  readonly back: string
}

/** The line under the title of such a list. */
export const Above = ({ words, view, back }: AboveProps) => (
  <>
    {words} ·{' '}
    <MonthLink className={shared.textLink} to={PATH} search={view}>
      {back}
    </MonthLink>
  </>
)
