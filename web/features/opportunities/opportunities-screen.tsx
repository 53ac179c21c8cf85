// Oportunidades: what distributors do not sell and their peers do, by what it would bring; and what was sold of the followed ones.

import { lazy, Suspense, useState } from 'react'
import { entryOf } from '#contract/entry.ts'
import { columnsOfState, type VoidState } from '#contract/lists/opportunities.ts'
import { lastMonths, type Month } from '#contract/month.ts'
import type { Opportunity, OpportunitySummary } from '#contract/opportunities.ts'
import { useCall } from '#web/api/call.ts'
import { useMonth } from '#web/api/month.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { MonthLink } from '#web/shared/links/month-link.tsx'
import { PEERS_CELLS } from '#web/shared/links/peers-cells.tsx'
import { ReportLink } from '#web/shared/links/report-link.tsx'
import { SellersLink } from '#web/shared/links/sellers-link.tsx'
import { SoldSince } from '#web/shared/links/sold-since.tsx'
import { ViewChoice } from '#web/shared/links/view-choice.tsx'
import { ListTable } from '#web/shared/lists/list-table.tsx'
import { lastSold } from '#web/shared/text.ts'
import { money, units } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/message.tsx'
import { Page } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import { StandIn } from '#web/ui/stand-in.tsx'
import { ACTIONS } from '#web/ui/table/phone-order.ts'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import { Peers } from './peers.tsx'
import { OPPORTUNITIES } from './queries.ts'
import { RowActions } from './row-actions.tsx'
import { text } from './text.ts'
import { useDecisions } from './use-decisions.ts'

const DismissDialog = lazy(() => import('./dismiss-dialog.tsx'))

const PATH = '/distributors/opportunities'
const PARAM = 'ver'
/** In the address; '' where none is named. */
const STATES: Readonly<Record<string, VoidState>> = {
  '': 'open',
  seguidas: 'followed',
  descartadas: 'dismissed',
}
/** With a key of its own it stays where `columnsOf` puts it on a phone. */
const DECIDE = { ...ACTIONS, key: 'decide' } as const

/** The buttons stand after a name and a figure, also on a phone. */
function columnsOf(state: VoidState, mayDecide: boolean) {
  const [name, figure, ...others] = columnsOfState(OPPORTUNITIES.columns, state)
  return [name, figure, mayDecide ? DECIDE : undefined, ...others].filter((each) => each !== undefined)
}

export default function OpportunitiesScreen() {
  const [distId] = useSearchParam('distribuidor')
  const [peersOf] = useSearchParam('pares')
  if (distId !== null && peersOf !== null)
    return (
      <Page>
        <Peers distId={distId} of={peersOf} />
      </Page>
    )
  return <Opportunities distId={distId} />
}

function Opportunities({ distId }: { distId: string | null }) {
  const month = useMonth()
  const user = useUser()
  const mayDecide = mayUser(user, 'notes')
  const [view] = useSearchParam(PARAM)
  const state = entryOf(STATES, view ?? '') ?? 'open'
  const [dismissing, setDismissing] = useState<Opportunity | null>(null)
  const { decide, undo, said, clear } = useDecisions()
  const query = distId === null ? {} : { dist_id: distId }
  const counted = useCall('GET /api/distributors/opportunities/summary', {
    query: { start_date: month, ...query },
  })
  const summary = counted.data?.data
  return (
    <Page>
      <Notice
        tone={said?.failed ? 'warning' : 'done'}
        onClose={clear}
        action={
          said?.decision === undefined ? undefined : (
            <Button working={undo.isPending} onClick={() => undo.mutate(said.decision ?? 0)}>
              {text.undo}
            </Button>
          )
        }
      >
        {said?.words ?? null}
      </Notice>
      <ViewChoice
        param={PARAM}
        label={text.what}
        views={viewsOf(counted)}
        keep={distId ? { distribuidor: distId } : {}}
      />
      <ListTable
        {...OPPORTUNITIES}
        columns={columnsOf(state, mayDecide)}
        id={state === 'open' ? 'opportunities' : `opportunities-${state}`}
        title={text.title}
        subtitle={
          <>
            <About counted={counted} month={month} state={state} />
            {distId === null ? null : (
              <>
                {' · '}
                <MonthLink className={shared.textLink} to={PATH} search={view ? { [PARAM]: view } : {}}>
                  {text.every}
                </MonthLink>
              </>
            )}
          </>
        }
        empty={summary ? aboutList(summary, state) : undefined}
        month={month}
        query={{ ...query, state }}
        cells={{
          ...PEERS_CELLS,
          product_name: ({ key, product_name }) => <SellersLink of={key} name={product_name} />,
          dist_name: ({ dist_id, dist_name }) => <ReportLink distId={dist_id}>{dist_name}</ReportLink>,
          last_sold: ({ last_sold }) => lastSold(last_sold),
          sold_net: (row) =>
            row.sold_net === null ? text.notYet : <SoldSince row={row}>{money(row.sold_net)}</SoldSince>,
          sold_units: (row) =>
            row.sold_units === null ? text.notYet : <SoldSince row={row}>{units(row.sold_units)}</SoldSince>,
          decide: (row) => (
            <RowActions
              row={row}
              isBusy={decide.isPending}
              onState={(next) => decide.mutate({ row, state: next })}
              onDismiss={() => {
                decide.reset()
                setDismissing(row)
              }}
            />
          ),
        }}
      />
      {dismissing ? (
        <Suspense>
          <DismissDialog row={dismissing} decide={decide} onClose={() => setDismissing(null)} />
        </Suspense>
      ) : null}
    </Page>
  )
}

interface Counted {
  readonly isPending: boolean
  readonly data: { readonly data: OpportunitySummary } | undefined
}

/** Wide enough for most counts, so that they move no word when they come. */
const COUNT = { display: 'inline-block', minWidth: '1.9em', textAlign: 'left' } as const

const viewsOf = ({ isPending, data }: Counted) =>
  Object.entries(STATES).map(([value, state]) => ({
    value,
    label: (
      <>
        {text.views[state]}{' '}
        {isPending || data ? (
          <span style={COUNT}>{data && text.ofCount(countOf(data.data, state))}</span>
        ) : null}
      </>
    ),
  }))

interface AboutProps {
  counted: Counted
  month: Month
  state: VoidState
}

function About({ counted: { isPending, data }, month, state }: AboutProps) {
  if (isPending) return <StandIn>{text.found(100, 1_000_000, lastMonths(month, 3))}</StandIn>
  return data && countOf(data.data, state) > 0 ? aboutList(data.data, state) : text.note
}

const countOf = ({ opportunities, followed, dismissed }: OpportunitySummary, state: VoidState): number =>
  ({ open: opportunities, followed, dismissed })[state]

/** What is said above the list, and in its place where it is empty. */
function aboutList(summary: OpportunitySummary, shown: VoidState): string {
  const { state, months, distributors, opportunities, estimated_net, followed, followed_net, dismissed } =
    summary
  if (shown === 'followed') return followed === 0 ? text.noneFollowed : text.followed(followed, followed_net)
  if (shown === 'dismissed') return dismissed === 0 ? text.noneDismissed : text.dismissed(dismissed)
  if (state === 'few-months') return text.fewMonths(months)
  if (state === 'few-distributors') return text.fewDistributors(distributors)
  if (state === 'inactive') return text.inactive(months)
  if (opportunities > 0) return text.found(opportunities, estimated_net, months)
  return followed + dismissed > 0 ? text.noneOpen : text.none
}
