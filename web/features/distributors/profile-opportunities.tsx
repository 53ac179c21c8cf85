// The opportunities of a distributor on its Ficha: the largest open ones, and what was sold of the last ones followed.
import { opportunityLists } from '#contract/lists/opportunities.ts'
import type { Opportunity } from '#contract/opportunities.ts'
import type { DistributorProfile } from '#contract/profile.ts'
import { MonthLink } from '#web/shared/links/month-link.tsx'
import { PEERS_CELLS } from '#web/shared/links/peers-cells.tsx'
import { SellersLink } from '#web/shared/links/sellers-link.tsx'
import { SoldSince } from '#web/shared/links/sold-since.tsx'
import { lastSold } from '#web/shared/text.ts'
import { money } from '#web/text/format.ts'
import { AsyncPanel } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import { ViewAsTable } from '#web/ui/view-as-table.tsx'
import css from './profile.module.css'
import { HEIGHT, type PanelProps } from './profile-panels.tsx'
import { monthsSpan, text } from './profile-text.ts'

const OPEN = new Set(['product_name', 'estimated_net', 'peers_selling', 'peers', 'last_sold'])
const FOLLOWED = new Set(['product_name', 'sold_net', 'estimated_net', 'since'])
const columnsOf = (keys: ReadonlySet<string>) =>
  opportunityLists.opportunities.columns.filter(({ key }) => keys.has(key))

type Void = Omit<Opportunity, 'decided_by'>

const CELLS = {
  ...PEERS_CELLS,
  product_name: ({ key, product_name }: Void) => <SellersLink of={key} name={product_name} />,
  last_sold: ({ last_sold }: Void) => lastSold(last_sold),
  sold_net: (row: Void) =>
    row.sold_net === null ? text.notYet : <SoldSince row={row}>{money(row.sold_net)}</SoldSince>,
}

function foundWords({
  state,
  opportunities,
  estimated_net,
  months,
}: NonNullable<DistributorProfile['opportunities']>) {
  if (state === 'few-months') return text.fewMonths
  if (state === 'few-distributors') return text.fewDistributors
  if (state === 'inactive') return text.inactive(monthsSpan(months[0] ?? '', months.at(-1) ?? ''))
  return text.found(opportunities, estimated_net, monthsSpan(months[0] ?? '', months.at(-1) ?? ''))
}

export function OpportunitiesPanel({ state, distId }: PanelProps & { distId: string }) {
  const found = state.data?.data.opportunities
  const words = found ? foundWords(found) : undefined
  const isEmpty = (found?.first ?? []).length + (found?.first_followed ?? []).length === 0
  return (
    <AsyncPanel
      title={text.opportunities}
      subtitle={
        isEmpty ? undefined : (
          <>
            {words} ·{' '}
            <MonthLink
              className={shared.textLink}
              to="/distributors/opportunities"
              search={{ distribuidor: distId }}
            >
              {text.seeAll}
            </MonthLink>
          </>
        )
      }
      state={state}
      height={HEIGHT}
      updatedAt={null}
      isEmpty={() => isEmpty}
      empty={words}
    >
      {({ data }) => (
        <>
          {data.opportunities?.first.length ? (
            <ViewAsTable
              caption={text.opportunities}
              columns={columnsOf(OPEN)}
              rows={data.opportunities.first}
              cells={CELLS}
            />
          ) : null}
          {data.opportunities?.first_followed.length ? (
            <div className={css.below}>
              <h3 className={shared.heading}>{text.followed}</h3>
              <p className={shared.quiet}>
                {text.followedNote} ·{' '}
                <MonthLink
                  className={shared.textLink}
                  to="/distributors/opportunities"
                  search={{ distribuidor: distId, ver: 'seguidas' }}
                >
                  {text.seeFollowed}
                </MonthLink>
              </p>
              <ViewAsTable
                caption={text.followed}
                columns={columnsOf(FOLLOWED)}
                rows={data.opportunities.first_followed}
                cells={CELLS}
              />
            </div>
          ) : null}
        </>
      )}
    </AsyncPanel>
  )
}
