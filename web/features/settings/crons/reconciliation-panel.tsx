// The last reconciliation: figures, differences by month and status, unplaced records, and earlier runs.
import { Flex } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { column } from '#contract/columns.ts'
import type { ReconciliationRun } from '#contract/reconciliation.ts'
import { statusLabel } from '#contract/statuses.ts'
import { fetchQuery, JUST_FETCHED_MS, useRefreshOn } from '#web/api/call.ts'
import { dateTime, integer, monthName } from '#web/text/format.ts'
import { Fact } from '#web/ui/fact.tsx'
import { AsyncPanel } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import { ViewAsTable } from '#web/ui/view-as-table.tsx'
import css from './crons.module.css'
import { logText } from './log-text.ts'
import { reconciliationText as text, unplacedText } from './reconciliation-text.ts'
import { StateBadge } from './state-badge.tsx'
import { type UnplacedKind, unplacedKinds } from './unplaced.ts'

const EARLIER = 5

const DIFFERENCES = [
  column('month', text.month),
  column('status', text.status),
  column('shop_orders', text.shopOrders, 'integer'),
  column('orders', text.ownOrders, 'integer'),
  column('shop_total', text.shopTotal, 'money'),
  column('total', text.ownTotal, 'money'),
]

/** Columns of runs with a connected shop. */
const SHOP_COLUMNS: readonly string[] = ['checked', 'differed', 'repaired']

const RUNS = [
  column('at', text.when, 'datetime'),
  column('state', text.status),
  column('checked', text.checked, 'integer'),
  column('differed', text.differed, 'integer'),
  column('repaired', text.repaired, 'integer'),
  column('unplaced', text.unplaced, 'integer'),
]

interface ReconciliationPanelProps {
  /** Changes with the state of the job, so that the runs are fetched again. */
  version: string | undefined
}

export function ReconciliationPanel({ version }: ReconciliationPanelProps) {
  const state = useQuery({ ...fetchQuery('GET /api/config/reconciliation'), staleTime: JUST_FETCHED_MS })
  useRefreshOn(version, 'GET /api/config/reconciliation')
  const all = (state.data?.data ?? []).filter(({ status }) => status !== 'processing')
  const ended = all.filter(({ job }) => job === 'reconciliation')
  const last = ended[0]
  const imported = all[0]?.job === 'import' && all[0].unplaced ? unplacedKinds(all[0].unplaced) : []
  return (
    <AsyncPanel
      title={text.title}
      subtitle={last ? text.note(dateTime(last.finished_at ?? last.started_at)) : text.about}
      state={state}
      height={200}
      grows
      isEmpty={() => last === undefined && imported.length === 0}
      empty={text.never}
    >
      {() => (
        <div className={shared.form}>
          {imported.length > 0 ? <Unplaced kinds={imported} after={text.afterImport} /> : null}
          {last ? <Report run={last} /> : <p className={shared.quiet}>{text.never}</p>}
          {ended.length > 1 ? <Earlier runs={ended.slice(1, 1 + EARLIER)} /> : null}
        </div>
      )}
    </AsyncPanel>
  )
}

function Report({ run }: { run: ReconciliationRun }) {
  const { shop, status, message, summaries_repaired, unplaced } = run
  const kinds = unplaced ? unplacedKinds(unplaced) : []
  return (
    <>
      <div className={shared.line}>
        <StateBadge state={status}>{logText.one[status]}</StateBadge>
        <span className={shared.message} data-bad={status === 'failed' || undefined}>
          {message}
        </span>
      </div>
      {shop?.failure ? <p className={shared.caution}>{text.stopped(shop.failure)}</p> : null}
      <dl className={css.figures}>
        {shop ? (
          <>
            <Fact name={text.checked}>{integer(shop.checked)}</Fact>
            <Fact name={text.differed}>{integer(shop.differed)}</Fact>
            <Fact name={text.repaired}>{integer(shop.repaired)}</Fact>
            <Fact name={text.others}>{integer(shop.others)}</Fact>
          </>
        ) : null}
        <Fact name={text.summaries}>{integer(summaries_repaired.length)}</Fact>
        {unplaced ? <Fact name={text.unplaced}>{integer(sumOf(kinds))}</Fact> : null}
      </dl>
      {shop && shop.not_compared.length > 0 ? (
        <p className={shared.quiet}>{text.notCompared(shop.not_compared.join(', '))}</p>
      ) : null}
      {shop ? null : <p className={shared.quiet}>{text.noShop}</p>}
      {summaries_repaired.length > 0 ? (
        <p className={shared.quiet}>{text.summariesOf(summaries_repaired.map(monthName).join(', '))}</p>
      ) : null}
      {shop && shop.statuses.length > 0 ? <Differences statuses={shop.statuses} /> : null}
      {kinds.length > 0 ? <Unplaced kinds={kinds} /> : null}
    </>
  )
}

const Differences = ({ statuses }: Pick<NonNullable<ReconciliationRun['shop']>, 'statuses'>) => (
  <div>
    <h3 className={css.name}>{text.differences}</h3>
    <p className={shared.quiet}>{text.differencesNote}</p>
    <ViewAsTable
      caption={text.differences}
      height={320}
      columns={DIFFERENCES}
      rows={statuses.map((one) => ({
        ...one,
        month: monthName(one.month),
        status: statusLabel(one.status.startsWith('wc-') ? one.status : `wc-${one.status}`),
        shop_total: Number(one.shop_total),
        total: Number(one.total),
      }))}
    />
  </div>
)

const Unplaced = ({ kinds, after }: { kinds: readonly UnplacedKind[]; after?: string }) => (
  <div>
    <h3 className={css.name}>{unplacedText.title}</h3>
    {after ? <p className={shared.quiet}>{after}</p> : null}
    <Flex component="ul" wrap="wrap" gap="4px 18px" mt={8} fz="sm">
      {kinds.map(({ key, count }) => (
        <li key={key}>
          {unplacedText.kinds[key][0]} <span className={shared.quiet}>{integer(count)}</span>
        </li>
      ))}
    </Flex>
    <Link
      className={`${shared.link} ${shared.small}`}
      to="/settings/crones/unplaced"
      search={(search: object) => ({ ...search })}
    >
      {text.seeUnplaced}
    </Link>
  </div>
)

const sumOf = (kinds: readonly { count: number }[]) => kinds.reduce((sum, { count }) => sum + count, 0)

const Earlier = ({ runs }: { runs: readonly ReconciliationRun[] }) => (
  <div>
    <h3 className={css.name}>{text.earlier}</h3>
    <ViewAsTable
      caption={text.earlier}
      columns={RUNS.filter(({ key }) => !SHOP_COLUMNS.includes(key) || runs.some(({ shop }) => shop))}
      rows={runs.map(({ started_at, status, shop, unplaced }) => ({
        at: started_at,
        state: status,
        checked: shop?.checked,
        differed: shop?.differed,
        repaired: shop?.repaired,
        unplaced: unplaced ? sumOf(unplacedKinds(unplaced)) : undefined,
      }))}
      cells={{ state: ({ state }) => <StateBadge state={state}>{logText.one[state]}</StateBadge> }}
    />
  </div>
)
