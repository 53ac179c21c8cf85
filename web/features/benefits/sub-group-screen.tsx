// Detalle Beneficio Masivo and Detalle Beneficio Bancario: the discounts of one benefit with their orders.
import { useParams } from '@tanstack/react-router'
import { useCall } from '#web/api/call.ts'
import { useMonths } from '#web/api/compare.ts'
import { ListTable } from '#web/shared/lists/list-table.tsx'
import { money, monthName } from '#web/text/format.ts'
import { Page } from '#web/ui/page.tsx'
import { StandIn } from '#web/ui/stand-in.tsx'
import { BenefitsBreadcrumb } from './links.tsx'
import { type CardGroup, DISCOUNT_DETAILS, subGroupsCall } from './queries.ts'
import { text } from './text.ts'

export const MassiveScreen = () => <SubGroup group="massive-coupons" to="/benefits/massives" />

export const BankScreen = () => <SubGroup group="bank" to="/benefits/banking-benefits" />

function SubGroup({ group, to }: { group: CardGroup; to: string }) {
  const { month, compare } = useMonths()
  const { subGroup = '' } = useParams({ strict: false })
  // The figures of the card that was opened: the rows add up to them.
  const cards = useCall(...subGroupsCall(group, month, compare))
  const card = cards.data?.data.find((row) => row.sub_group === subGroup)
  return (
    <Page>
      <BenefitsBreadcrumb to={to} here={text.discountDetail} />
      <ListTable
        {...DISCOUNT_DETAILS}
        id={`details-${group}`}
        title={subGroup}
        subtitle={
          cards.isPending ? (
            <StandIn>{text.sumOf(monthName(month), money(1_000_000), 100)}</StandIn>
          ) : card ? (
            text.sumOf(monthName(month), money(card.total_discounted), card.total_quantity)
          ) : (
            text.discountsOf(monthName(month))
          )
        }
        month={month}
        query={{ group, sub_group: subGroup }}
      />
    </Page>
  )
}
