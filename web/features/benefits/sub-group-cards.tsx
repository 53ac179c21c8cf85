// The benefits of a group as cards: sums, and how many orders stand where. Touches api, ui, text and this feature.
import { useQuery } from '@tanstack/react-query'
import type { SubGroupRow } from '#contract/benefits.ts'
import type { Month } from '#contract/month.ts'
import { BENEFIT_STATUSES, cardStatusLabel } from '#contract/statuses.ts'
import { fetchQuery } from '#web/api/ask.ts'
import { useMonths } from '#web/api/compare.ts'
import { sumOf } from '#web/text/amounts.ts'
import { integer, money, monthName } from '#web/text/format.ts'
import { Page } from '#web/ui/page.tsx'
import { statusColor } from '#web/ui/palette.ts'
import { type CardGroup, ofSubGroups, SUB_GROUPS } from './asked.ts'
import css from './benefits.module.css'
import { BenefitsTabs } from './benefits-tabs.tsx'
import { Card, CardsPanel, ChangeLine, Line } from './cards-panel.tsx'
import { DetailsLink, PlaceLink, subGroupPlace } from './places.tsx'
import { text } from './text.ts'

interface SubGroupCardsProps {
  title: string
  group: CardGroup
  /** The order in which the cards stand; as they come, the largest discount is first. */
  sorted?: (rows: readonly SubGroupRow[]) => readonly SubGroupRow[]
}

export function SubGroupCards({ title, group, sorted = (rows) => rows }: SubGroupCardsProps) {
  const { month, compare, compared } = useMonths()
  const state = useQuery(fetchQuery(SUB_GROUPS, ofSubGroups(group, month, compare)))
  return (
    <Page>
      <BenefitsTabs />
      <CardsPanel
        title={title}
        subtitle={state.data ? totals(state.data.data, group, month) : text.discountsOf(monthName(month))}
        state={state}
        updatedAt={state.data?.meta.updated_at}
        isEmpty={({ data }) => data.length === 0}
        empty={text.noData}
      >
        {({ data }) =>
          sorted(data).map((row) => (
            <SubGroupCard key={row.sub_group} row={row} group={group} month={month} compared={compared} />
          ))
        }
      </CardsPanel>
    </Page>
  )
}

function totals(rows: readonly SubGroupRow[], group: CardGroup, month: Month) {
  const amount = sumOf(rows.map((row) => row.total_discounted))
  const count = sumOf(rows.map((row) => row.total_quantity))
  if (count === 0) return text.discountsOf(monthName(month))
  return (
    <DetailsLink month={month} limits={{ group }}>
      {text.sumOf(monthName(month), money(amount), integer(count))}
    </DetailsLink>
  )
}

interface SubGroupCardProps {
  row: SubGroupRow
  group: CardGroup
  month: Month
  compared: Month
}

function SubGroupCard({ row, group, month, compared }: SubGroupCardProps) {
  const { sub_group: name, total_discounted, total_quantity } = row
  return (
    <Card
      title={name}
      links={
        total_quantity > 0 ? (
          <PlaceLink
            place={subGroupPlace(group, name)}
            month={month}
            label={text.ofCard(text.seePurchases, name)}
          >
            {text.seePurchases}
          </PlaceLink>
        ) : (
          <span className={css.none}>{text.noDetails}</span>
        )
      }
    >
      <dl className={css.lines}>
        <Line name={text.discountTotal} strong>
          {money(total_discounted)}
        </Line>
        <ChangeLine
          compared={compared}
          now={total_discounted}
          before={row.prev_discounted}
          change={row.increment}
          difference={row.difference}
          growth="neither"
        />
        <Line name={text.quantity} strong>
          {integer(total_quantity)}
        </Line>
      </dl>
      <dl className={css.lines}>
        {BENEFIT_STATUSES.map((status) => {
          const sums = row.orders[status]
          return (
            <Line
              key={status}
              name={
                <span className={css.named}>
                  <span className={css.dot} style={{ background: statusColor(status) }} />
                  {cardStatusLabel(status)}
                </span>
              }
            >
              <span className={css.count}>{integer(sums?.total_quantity ?? 0)}</span>
              <span className={css.amount}>{money(sums?.total_discounted ?? 0)}</span>
            </Line>
          )
        })}
      </dl>
    </Card>
  )
}
