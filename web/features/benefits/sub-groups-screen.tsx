// Beneficios Masivos and Beneficios Bancarios: one card per benefit with its sums and order statuses.
import { Box } from '@mantine/core'
import type { SubGroupRow } from '#contract/benefits.ts'
import { BENEFIT_STATUSES, cardStatusLabel } from '#contract/statuses.ts'
import { useCall } from '#web/api/call.ts'
import { useMonths } from '#web/api/compare.ts'
import { integer, money, monthName, sumOf } from '#web/text/format.ts'
import { ColorName } from '#web/ui/color-name.tsx'
import { statusColor } from '#web/ui/colors.ts'
import { Page } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import { StandIn } from '#web/ui/stand-in.tsx'
import css from './benefits.module.css'
import { Card, CardsPanel, ChangeLine, Line } from './cards.tsx'
import { BenefitLink, BenefitsTabs, DetailsLink, subGroupRoute } from './links.tsx'
import { type CardGroup, subGroupsCall } from './queries.ts'
import { digitsLast } from './rules.ts'
import { text } from './text.ts'
import { whyOfSubGroup } from './why.ts'

export const MassivesScreen = () => <SubGroups title={text.massiveCards} group="massive-coupons" />

export const BanksScreen = () => <SubGroups title={text.bankCards} group="bank" />

function SubGroups({ title, group }: { title: string; group: CardGroup }) {
  const { month, compare } = useMonths()
  const state = useCall(...subGroupsCall(group, month, compare))
  return (
    <Page>
      <BenefitsTabs />
      <CardsPanel
        title={title}
        subtitle={<Totals rows={state.data?.data} group={group} />}
        state={state}
        isEmpty={({ data }) => data.length === 0}
      >
        {({ data }) =>
          (group === 'bank' ? digitsLast(data) : data).map((row) => (
            <SubGroupCard key={row.sub_group} row={row} group={group} />
          ))
        }
      </CardsPanel>
    </Page>
  )
}

function Totals({ rows, group }: { rows: readonly SubGroupRow[] | undefined; group: CardGroup }) {
  const month = monthName(useMonths().month)
  if (!rows) return <StandIn>{text.sumOf(month, money(1_000_000), 100)}</StandIn>
  const amount = sumOf(rows.map((row) => row.total_discounted))
  const count = sumOf(rows.map((row) => row.total_quantity))
  if (count === 0) return text.discountsOf(month)
  return <DetailsLink filters={{ group }}>{text.sumOf(month, money(amount), count)}</DetailsLink>
}

function SubGroupCard({ row, group }: { row: SubGroupRow; group: CardGroup }) {
  const { sub_group: name, total_discounted, total_quantity } = row
  return (
    <Card
      title={name}
      links={
        total_quantity > 0 ? (
          <BenefitLink route={subGroupRoute(group, name)} label={text.ofCard(text.seePurchases, name)}>
            {text.seePurchases}
          </BenefitLink>
        ) : (
          <span className={shared.caption}>{text.noDetails}</span>
        )
      }
    >
      <dl className={css.lines}>
        <Line name={text.discountTotal} strong>
          {money(total_discounted)}
        </Line>
        <ChangeLine
          now={total_discounted}
          before={row.prev_discounted}
          difference={row.difference}
          growth="neither"
          why={whyOfSubGroup(row.group, name)}
        />
        <Line name={text.quantity} strong>
          {integer(total_quantity)}
        </Line>
      </dl>
      <dl className={css.lines}>
        {BENEFIT_STATUSES.map((status) => (
          <Line
            key={status}
            name={
              <ColorName color={statusColor(status)} className={css.group}>
                {cardStatusLabel(status)}
              </ColorName>
            }
          >
            <Box component="span" c="dimmed">
              {integer(row.orders[status]?.total_quantity ?? 0)}
            </Box>
            <Box component="span" miw="7.25rem" ta="right">
              {money(row.orders[status]?.total_discounted ?? 0)}
            </Box>
          </Line>
        ))}
      </dl>
    </Card>
  )
}
