// Explains why columns are empty for roles without access to personal data.
import type { ReactNode } from 'react'
import type { Column } from '#contract/columns.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { common } from '#web/text/common.ts'

/** The line under a table's title, with the reason why columns of this table are empty. */
export function useSubtitle(subtitle: ReactNode, columns: readonly Column[]): ReactNode {
  const may = mayUser(useUser(), 'personal-data')
  const empty = columns.filter(({ personal }) => personal).map(({ title }) => title)
  if (may || empty.length === 0) return subtitle
  return (
    <>
      {subtitle}
      {subtitle ? '. ' : null}
      {common.withoutPersonalData(empty.join(', '))}
    </>
  )
}
