// The table on screen as a mail: its call, which the server reads again for each recipient.
import { useMatches, useRouter } from '@tanstack/react-router'
import { useEffect, useId } from 'react'
import { pathOf, savedAddress } from '#contract/address.ts'
import type { Column } from '#contract/columns.ts'
import { addressOf, type QueryValue } from '#web/api/address.ts'
import { useScreenQuestion } from '#web/api/screen-question.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { keepTable } from './shown-tables.ts'
import { withoutParams } from './without-params.ts'

interface Shown {
  readonly call: string
  readonly title: string
  readonly columns: readonly Column[]
  readonly params?: Readonly<Record<string, string | number>> | undefined
  readonly query: Readonly<Record<string, QueryValue>>
}

/** Parameters that a mail chooses itself: its month, and all rows. */
const OWN = ['start_date', 'beside', 'page', 'per_page', 'format', 'export', 'csv']
/** Parameters that select no rows: the question of the screen has the same ones. */
const OF_ORDER = ['orderBy', 'order', 'compare', 'days']

/** Opens the form of a delivery with this table; undefined where no mail can hold it. */
export function useTableMail({ call, title, columns, params, query }: Shown): (() => void) | undefined {
  const user = useUser()
  const router = useRouter()
  const screen = useMatches({ select: (matches) => matches.at(-1)?.staticData.screen })
  const question = useScreenQuestion()
  const table = withoutParams(addressOf(call, params, query).path, ...OWN)
  const isOffered = Boolean(
    screen?.access.startsWith('view:') &&
      !PERSONAL.includes(call) &&
      columns.some(({ personal }) => !personal),
  )
  const id = useId()
  useEffect(() => (isOffered ? keepTable(id, table) : undefined), [id, isOffered, table])
  if (!isOffered || !mayUser(user, 'export')) return undefined
  return () => {
    const isWhole = withoutParams(table, ...OF_ORDER) === pathOf(table) && !params
    const given = new URLSearchParams({
      new: '1',
      name: title,
      table,
      address: withoutParams(savedAddress(router.state.location.href), 'month', 'page', 'per_page'),
      ...(isWhole && question !== null && { question: withoutParams(`?${question}`, 'from', 'to').slice(1) }),
    })
    void router.navigate({ href: `/analysis/deliveries?${given}` })
  }
}

/** Lists of one person. */
const PERSONAL = ['GET /api/orders/of-buyer/{bought_order_id}']
