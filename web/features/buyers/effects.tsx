// What each benefit brought in the newest month that can be judged, and the comparison behind it.

import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { BenefitEffect, BenefitEffects, EffectGroup } from '#contract/benefit-effect.ts'
import type { Column } from '#contract/columns.ts'
import { entryOf } from '#contract/entry.ts'
import {
  EFFECT_SEGMENT_KEYS,
  EFFECT_SEGMENTS,
  type EffectSegment,
  type EffectSide,
  type EffectVerdict,
  effectColumns,
  effectGroupColumns,
  effectLists,
} from '#contract/lists/benefit-effect.ts'
import { addDays, type Month, monthBounds } from '#contract/month.ts'
import { provinceLabel } from '#contract/value-labels.ts'
import { useCall } from '#web/api/call.ts'
import { optionOf, useConfig } from '#web/api/config.ts'
import { listSource } from '#web/shared/lists/list.ts'
import { ClientList, ListTable } from '#web/shared/lists/list-table.tsx'
import { cellText, date, monthName } from '#web/text/format.ts'
import { CloseButton } from '#web/ui/button.tsx'
import shared from '#web/ui/shared.module.css'
import { StandIn } from '#web/ui/stand-in.tsx'
import { Tag, type Tone } from '#web/ui/tag.tsx'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import css from './buyers.module.css'
import { effectsCall, type PerformanceKey } from './queries.ts'
import { text } from './text.ts'

const TONES: Readonly<Record<EffectVerdict, Tone>> = {
  rindió: 'good',
  'no rindió': 'bad',
  'no se nota': 'calm',
  'muy pocos casos': 'calm',
  'faltan datos': 'warning',
}
const BUYERS = listSource(effectLists.effectBuyers)
/** Nothing was expected of others, who are several orders. */
const OTHERS = BUYERS.columns.filter(({ key }) => key !== 'expected_after' && key !== 'gained')
/** Not in the names of segments and provinces; companies come last. */
const APART = '~'

interface Who {
  readonly side: EffectSide
  readonly segment?: EffectSegment
  readonly province?: string
  readonly company?: string
}

function whoOf(value: string | null): Who | null {
  const [side, segment, province = '', ...company] = (value ?? '').split(APART)
  if (side !== 'users' && side !== 'controls') return null
  const group = EFFECT_SEGMENT_KEYS.find((key) => key === segment)
  return { side, ...(group && { segment: group, province, company: company.join(APART) }) }
}

/** What is open below the list of benefits, as the address says. */
function useCompared() {
  const [effect] = useSearchParam('effect')
  const [compared] = useSearchParam('compared')
  const navigate = useNavigate()
  const open = (next: { effect?: string | null; compared?: string | null }) =>
    void navigate({
      to: '.',
      search: (before: object) => ({
        ...before,
        ...{ page: undefined, effect: next.effect ?? undefined, compared: next.compared ?? undefined },
      }),
      resetScroll: false,
    })
  return { effect, who: whoOf(compared), open }
}

/** A number that opens rows; text without any. */
const press = (shown: string, label: string, onOpen: () => void) =>
  shown === '' || shown === '0' ? (
    shown
  ) : (
    <button type="button" className={css.press} aria-label={label} onClick={onOpen}>
      {shown}
    </button>
  )

/** Numbers of buyers, and amounts of each side, that open its buyers. */
const sideCells = <Row extends Readonly<Record<EffectSide, number>>>(
  columns: readonly (Column & { readonly key: keyof Row })[],
  onOpen: (side: EffectSide, row: Row) => void,
  nameOf: (row: Row) => string,
) =>
  Object.fromEntries(
    columns.flatMap((column) => {
      const side = entryOf(SIDES, String(column.key))
      if (side === undefined) return []
      const cell = (row: Row) => {
        const shown = cellText(row[column.key], column)
        return press(shown, `${nameOf(row)}, ${shown}: ${text.openSides[side]}`, () => onOpen(side, row))
      }
      return [[column.key, cell]]
    }),
  )

/** Whose buyers each number is of. */
const SIDES: Readonly<Record<string, EffectSide>> = {
  ...{
    users: 'users',
    users_before: 'users',
    users_after: 'users',
    expected_after: 'users',
    gained: 'users',
  },
  ...{ controls: 'controls', controls_before: 'controls', controls_after: 'controls' },
}

/** The estimate and its range open the comparison that they come from. */
const estimateCells = (onOpen: (key: string) => void) =>
  Object.fromEntries(
    effectColumns.flatMap((column) => {
      if (column.format !== 'money') return []
      const cell = (row: BenefitEffects['rows'][number]) => {
        const shown = cellText(row[column.key], column)
        return press(shown, `${shown}, ${text.openEffect(row.label)}`, () => onOpen(row.key))
      }
      return [[column.key, cell]]
    }),
  )

const DEFAULTS = { perPage: 10, orderBy: 'users', order: 'DESC' } as const
const GROUP_DEFAULTS = { perPage: 25, orderBy: 'users', order: 'DESC' } as const

export function Effects({ month, by }: { month: Month; by: PerformanceKey }) {
  const state = useCall(...effectsCall(month, by))
  const data = state.data?.data
  const [, { query }] = effectsCall(month, by)
  const { effect: chosen, who, open } = useCompared()
  // A value of another dimension does not belong to this table.
  const value = chosen?.startsWith(`${query.by}:`) ? chosen.slice(query.by.length + 1) : null
  return (
    <>
      <ClientList
        call="GET /api/benefits/effects"
        query={query}
        id="benefit-effects"
        prefix="e_"
        file={`efecto_de_beneficios_${data?.month ?? month}`}
        title={text.effects}
        subtitle={
          data ? (
            <Said data={data} month={month} />
          ) : state.isPending ? (
            <LikelySaid month={month} />
          ) : undefined
        }
        columns={effectColumns}
        defaults={DEFAULTS}
        state={state}
        rows={data?.rows}
        rowKey={({ key }) => key}
        empty={data && text.noEffects(monthName(data.month))}
        cells={{
          label: ({ key, label }) => (
            <button
              type="button"
              className={css.press}
              title={text.openEffect(label)}
              onClick={() => open({ effect: `${query.by}:${key}` })}
            >
              {label}
            </button>
          ),
          ...estimateCells((key) => open({ effect: `${query.by}:${key}` })),
          ...sideCells<BenefitEffects['rows'][number]>(
            effectColumns,
            (side, { key }) => open({ effect: `${query.by}:${key}`, compared: side }),
            ({ label }) => label,
          ),
          verdict: ({ verdict }) => <Tag tone={TONES[verdict]}>{verdict}</Tag>,
        }}
      />
      {value === null || !data ? null : (
        <Comparison
          title={data.rows.find(({ key }) => key === value)?.label ?? value}
          query={{ start_date: data.month, [query.by]: value }}
          month={data.month}
          who={who}
          onWho={(compared) => open({ effect: chosen, compared })}
          onClose={() => open({})}
        />
      )}
    </>
  )
}

const Said = ({ data, month }: { data: Pick<BenefitEffects, 'month' | 'until'>; month: Month }) => (
  <>
    {text.effectsNote(monthName(data.month))}
    {data.until === null ? null : ` ${text.notYet(monthName(month), date(data.until))}`}
  </>
)

/** A month is judged this many days after its end. */
const JUDGED_AFTER = 60

/** Holds the place of `Said`. */
function LikelySaid({ month }: { month: Month }) {
  const judged = addDays(monthBounds(month).to_date, JUDGED_AFTER)
  const until = judged > (optionOf(useConfig(), 'data_until') ?? '') ? judged : null
  return (
    <StandIn>
      <Said data={{ month, until }} month={month} />
    </StandIn>
  )
}

interface ComparisonProps {
  title: string
  query: { start_date: Month; promotion?: string; sub_group?: string }
  month: Month
  /** Whose buyers are listed. */
  who: Who | null
  onWho: (compared: string | null) => void
  onClose: () => void
}

function Comparison({ title, query, month, who, onWho, onClose }: ComparisonProps) {
  const state = useCall('GET /api/benefits/effect', { query })
  const data = state.data?.data
  const head = useSeen(who === null ? title : null)
  return (
    <>
      <div className={css.detail} ref={head}>
        <h2>{text.effectOf(title, monthName(month))}</h2>
        <CloseButton label={text.closeCell} onClick={onClose} />
      </div>
      {data ? <p className={shared.message}>{sentence(data)}</p> : null}
      <ClientList
        call="GET /api/benefits/effect"
        query={query}
        id="benefit-effect"
        prefix="g_"
        file={`efecto_de_beneficio_${month}`}
        title={text.comparison}
        subtitle={text.comparisonNote}
        columns={effectGroupColumns}
        defaults={GROUP_DEFAULTS}
        state={state}
        rows={data?.groups}
        rowKey={({ segment, province, company }) => JSON.stringify([segment, province, company])}
        empty={data?.until ? text.missing(date(data.until)) : text.noEffects(monthName(month))}
        cells={{
          company: ({ company }) => company || text.noCompany,
          ...sideCells<EffectGroup>(
            effectGroupColumns,
            (side, { segment, province, company }) => onWho([side, segment, province, company].join(APART)),
            ({ segment, province, company }) =>
              [EFFECT_SEGMENTS[segment], provinceLabel(province), company || text.noCompany].join(', '),
          ),
        }}
      />
      {who === null ? null : (
        <Buyers title={title} query={query} month={month} who={who} onClose={() => onWho(null)} />
      )}
    </>
  )
}

/** Scrolls to the element where something else is opened. */
function useSeen(opened: string | null) {
  const head = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Chromium returns a promise here, which an effect must not return.
    if (opened !== null) void head.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  }, [opened])
  return head
}

function Buyers({
  title,
  query,
  month,
  who,
  onClose,
}: Omit<ComparisonProps, 'who' | 'onWho'> & { who: Who }) {
  const { start_date: _, ...benefit } = query
  const { segment, province, company } = who
  const group =
    segment && [EFFECT_SEGMENTS[segment], provinceLabel(province ?? ''), company || text.noCompany].join(', ')
  return (
    <>
      <div className={css.detail} ref={useSeen(JSON.stringify([title, who]))}>
        <h2>{text.sides[who.side](title)}</h2>
        <CloseButton label={text.closeBuyers} onClick={onClose} />
      </div>
      <ListTable
        {...BUYERS}
        columns={who.side === 'users' ? BUYERS.columns : OTHERS}
        id={`effect-${who.side}`}
        title={group ?? text.everyGroup}
        subtitle={text.sideNotes[who.side]}
        month={month}
        query={{ ...benefit, ...who }}
        cells={{ company: ({ company: own }) => own || text.noCompany }}
      />
    </>
  )
}

function sentence(data: BenefitEffect): string {
  const left = data.left_out === 0 ? '' : ` ${text.leftOut(data.left_out)}`
  if (data.verdict === 'faltan datos') return text.missing(date(data.until ?? ''))
  const { estimate, low, high, expected } = data
  if (estimate === null || low === null || high === null || expected === null)
    return text.tooFew(data.users, data.controls) + left
  return text.brought({ ...data, estimate, low, high, expected }) + left
}
