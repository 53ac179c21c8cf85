// The discounts of one benefit with their orders. Touches api, lists, ui, text and this feature.
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { fetchQuery } from '#web/api/ask.ts'
import { useMonths } from '#web/api/compare.ts'
import { ListTable } from '#web/lists/list-table.tsx'
import { integer, money, monthName } from '#web/text/format.ts'
import { Page } from '#web/ui/page.tsx'
import { type CardGroup, DISCOUNT_DETAILS, ofSubGroups, SUB_GROUPS } from './asked.ts'
import { text } from './text.ts'
import { Trail } from './trail.tsx'

interface SubGroupDetailsProps {
  group: CardGroup
  /** The screen with the cards, and its name. */
  to: string
  above: string
}

export function SubGroupDetails({ group, to, above }: SubGroupDetailsProps) {
  const { month, compare } = useMonths()
  const { subGroup = '' } = useParams({ strict: false })
  // The card's own figures: the rows add up to them.
  const cards = useQuery(fetchQuery(SUB_GROUPS, ofSubGroups(group, month, compare)))
  const card = cards.data?.data.find((row) => row.sub_group === subGroup)
  return (
    <Page>
      <Trail to={to} above={above} here={text.discountDetail} month={month} />
      <ListTable
        {...DISCOUNT_DETAILS}
        id={`details-${group}`}
        title={subGroup}
        subtitle={
          card
            ? text.sumOf(monthName(month), money(card.total_discounted), integer(card.total_quantity))
            : text.discountsOf(monthName(month))
        }
        month={month}
        query={{ group, sub_group: subGroup }}
        rowKey={(row) => `${row.order_id} ${row.discount_id}`}
      />
    </Page>
  )
}
