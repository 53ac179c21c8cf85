// The table on screen as a mail: its call, which the server reads again for each recipient.
import { useMatches, useRouter } from '@tanstack/react-router'
import { useEffect, useId } from 'react'
import type { Column } from '#contract/columns.ts'
import { addressOf, type QueryValue } from '#web/api/address.ts'
import { useScreenQuestion } from '#web/api/screen-question.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { keepTable } from './shown-tables.ts'

interface Shown {
  readonly call: string
  readonly title: string
  readonly columns: readonly Column[]
  readonly params?: Readonly<Record<string, string | number>> | undefined
  readonly query: Readonly<Record<string, QueryValue>>
}

/** Opens the form of a delivery with this table; undefined where no mail can hold it. */
export function useTableMail({ call, title, columns, params, query }: Shown): (() => void) | undefined {
  const user = useUser()
  const router = useRouter()
  const access = useMatches({ select: (matches) => matches.at(-1)?.staticData.screen?.access })
  const question = useScreenQuestion()
  const { path } = addressOf(call, params, query)
  const isOffered =
    access?.startsWith('view:') && !call.includes('/of-buyer/') && columns.some(({ personal }) => !personal)
  const id = useId()
  useEffect(() => (isOffered ? keepTable(id, path) : undefined), [id, isOffered, path])
  if (!isOffered || !mayUser(user, 'export')) return undefined
  return async () => {
    // Loaded on first use.
    const { tableDeliveryHref } = await import('../data-links/table-delivery.ts')
    const screen = router.state.location.href
    void router.navigate({
      href: tableDeliveryHref({ path, title, question: params ? null : question, screen }),
    })
  }
}
