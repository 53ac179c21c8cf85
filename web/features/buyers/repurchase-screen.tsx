// Recompra: how many buyers bought again and after how long, by month or value of the first order.
import type { Repurchase } from '#contract/buyers.ts'
import {
  AGAIN_AFTER,
  AGAIN_WITHIN,
  type AgainAfter,
  buyerLists,
  repurchaseColumns,
} from '#contract/lists/buyers.ts'
import { isMonth, type Month } from '#contract/month.ts'
import { useCall } from '#web/api/call.ts'
import { useMonth } from '#web/api/month.ts'
import { ScreenTabs } from '#web/shared/links/screen-tabs.tsx'
import { listSource } from '#web/shared/lists/list.ts'
import { ClientList } from '#web/shared/lists/list-table.tsx'
import { date, integer, monthName, percent, units } from '#web/text/format.ts'
import { Select } from '#web/ui/field.tsx'
import { HorizontalBars } from '#web/ui/horizontal-bars.tsx'
import { AsyncPanel, Page } from '#web/ui/page.tsx'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import css from './buyers.module.css'
import { Detail } from './detail.tsx'
import { FirstOrderFilters } from './first-order-filters.tsx'
import { type Choice, REPURCHASE_BY, type RepurchaseBy, repurchaseCall, useChoice } from './queries.ts'
import { text } from './text.ts'

const DETAIL = {
  id: 'repurchase',
  of: 'people',
  first: listSource(buyerLists.repurchasePeople),
  orders: listSource(buyerLists.repurchaseOrders),
} as const
const DEFAULTS = { perPage: 25, orderBy: 'label', order: 'ASC' } as const
const BY_CHOICES = REPURCHASE_BY.map((value) => ({ value, label: text.byTitles[value] }))
const RANGES = Object.keys(AGAIN_AFTER) as AgainAfter[]

export default function RepurchaseScreen() {
  const month = useMonth()
  const [choice, change] = useChoice()
  const [byParam, setBy] = useSearchParam('by')
  const [range, setRange] = useSearchParam('days', { step: true })
  const [rowParam, setRow] = useSearchParam('row', { step: true })
  const by = REPURCHASE_BY.find((one) => one === byParam) ?? 'month'
  const days = RANGES.find((one) => one === range)
  // A row of another dimension does not belong to this table.
  const row = rowParam?.startsWith(`${by}:`) ? rowParam.slice(by.length + 1) : null
  const state = useCall(...repurchaseCall(month, choice, by))
  const nameOf = (key: string) => rowName(state.data?.data, key)
  return (
    <Page>
      <ScreenTabs of="returning" />
      <FirstOrderFilters choice={choice} onChange={change} />
      <AsyncPanel
        title={text.again}
        subtitle={text.againNote(choice.months, monthName(month))}
        state={state}
        height={312}
        grows
        isEmpty={({ data }) => data.total.buyers === 0}
      >
        {({ data }) => <Again data={data} selected={days ?? null} onPick={setRange} />}
      </AsyncPanel>
      {days ? (
        <Detail
          {...DETAIL}
          title={text.rangeTitle(AGAIN_AFTER[days])}
          query={{ start_date: month, ...choice, days }}
          onClose={() => setRange(null)}
        />
      ) : null}
      <ClientList
        call="GET /api/customers/repurchase"
        query={{ start_date: month, by, ...choice }}
        id="repurchase"
        prefix="r_"
        file={`recompra_${month}`}
        title={text.repurchaseRows}
        columns={repurchaseColumns}
        defaults={DEFAULTS}
        state={state}
        rows={state.data?.data.rows}
        rowKey={({ key }) => key}
        actions={<BySelect by={by} onChange={setBy} />}
        cells={{
          label: ({ key }) => (
            <button type="button" className={css.press} onClick={() => setRow(`${by}:${key}`)}>
              {nameOf(key)}
            </button>
          ),
        }}
      />
      {row ? (
        <Detail
          {...DETAIL}
          title={text.rowTitle(nameOf(row))}
          query={queryOf(month, choice, by, row)}
          onClose={() => setRow(null)}
        />
      ) : null}
    </Page>
  )
}

const BySelect = ({ by, onChange }: { by: RepurchaseBy; onChange: (by: string | null) => void }) => (
  <Select
    low
    aria-label={text.by}
    data={BY_CHOICES}
    value={by}
    onChange={({ currentTarget: { value } }) => onChange(value === 'month' ? null : value)}
  />
)

const rowName = (data: Repurchase | undefined, key: string) => {
  if (isMonth(key)) return monthName(key)
  return data?.rows.find((row) => row.key === key)?.label ?? key
}

/** The buyers of a row: those of its month, or with its value. */
const queryOf = (month: Month, choice: Choice, by: RepurchaseBy, key: string) =>
  by === 'month' ? { ...choice, start_date: key, months: 1 } : { start_date: month, ...choice, [by]: key }

interface AgainProps {
  data: Repurchase
  selected: AgainAfter | null
  onPick: (days: string) => void
}

function Again({ data: { total, distribution, as_of }, selected, onPick }: AgainProps) {
  const shares = { 30: total.within_30, 60: total.within_60, 90: total.within_90, 180: total.within_180 }
  const { median_days: median } = total
  return (
    <>
      <dl className={css.tiles}>
        <Tile name={text.firstOrders} value={integer(total.buyers)} />
        {AGAIN_WITHIN.map((days) => {
          const share = shares[days]
          return <Tile key={days} name={text.within(days)} value={share === null ? null : percent(share)} />
        })}
        <Tile name={text.median} value={median === null ? null : text.days(units(median))} />
      </dl>
      <HorizontalBars
        label={text.wait}
        bars={distribution.map(({ days, buyers, share }) => ({
          key: days,
          label: AGAIN_AFTER[days],
          value: share,
          details: [
            { label: text.size, value: integer(buyers) },
            { label: text.share, value: percent(share, 2) },
          ],
        }))}
        formatShort={(share) => percent(share)}
        selected={selected}
        onPick={onPick}
      />
      <p className={css.foot}>{text.asOf(date(as_of))}</p>
    </>
  )
}

interface TileProps {
  name: string
  /** Null: not known yet. */
  value: string | null
}

const Tile = ({ name, value }: TileProps) => (
  <div>
    <dt>{name}</dt>
    <dd data-missing={value === null || undefined}>{value ?? text.noTime}</dd>
  </div>
)
