// The screen of a list that shows nothing else: everything follows from its declaration.
import type { ListScreen as Declared, List } from '#contract/list.ts'
import { useMonth } from '#web/api/month.ts'
import { monthName } from '#web/text/format.ts'
import { Page } from '#web/ui/page.tsx'
import { pageSizes } from '#web/ui/table/view.ts'
import { screenSource } from './list.ts'
import { ListTable } from './list-table.tsx'

interface ListProps {
  list: List
  screen: Declared
}

export const ListScreen = (props: ListProps) => (
  <Page>
    <DeclaredTable {...props} />
  </Page>
)

/** The table of the screen, for screens that show more than the list. */
export function DeclaredTable({ list, screen }: ListProps) {
  const month = useMonth()
  const { title, heading = title, note, perPage, tableId = screen.path.split('/').at(-1) ?? '' } = screen
  const withMonth = (text: string) => text.replace('{month}', monthName(month))
  return (
    <ListTable
      {...screenSource(list, screen)}
      id={tableId}
      title={withMonth(heading)}
      subtitle={withMonth(note)}
      month={list.timeless ? undefined : month}
      sizes={pageSizes(perPage)}
    />
  )
}
