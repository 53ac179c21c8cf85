// Rendimiento de beneficios: sales with each benefit, and the orders, products and buyers behind them.
import { performanceColumns } from '#contract/lists/performance.ts'
import { useCall } from '#web/api/call.ts'
import { useMonth } from '#web/api/month.ts'
import { useShownColumns } from '#web/shared/figures/in-preparation.tsx'
import { ClientList } from '#web/shared/lists/list-table.tsx'
import { integer, money, monthName } from '#web/text/format.ts'
import { Page } from '#web/ui/page.tsx'
import { Segments } from '#web/ui/segments.tsx'
import shared from '#web/ui/shared.module.css'
import { StandIn } from '#web/ui/stand-in.tsx'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import css from './buyers.module.css'
import { Effects } from './effects.tsx'
import { PerformanceDetail } from './performance-detail.tsx'
import { useFigureCells } from './performance-figures.tsx'
import { PERFORMANCE_KEYS, PERFORMANCE_SPANS, performanceCall } from './queries.ts'
import { text } from './text.ts'

const DEFAULTS = { perPage: 25, orderBy: 'net', order: 'DESC' } as const
const BY_CHOICES = PERFORMANCE_KEYS.map((value) => ({ value, label: text.benefitBy[value] }))
const SPAN_CHOICES = PERFORMANCE_SPANS.map((span) => ({
  value: String(span),
  label: text.benefitMonths(span),
}))

export default function PerformanceScreen() {
  const month = useMonth()
  const [byParam, setBy] = useSearchParam('by')
  const [spanParam, setSpan] = useSearchParam('months')
  const [chosen, choose] = useSearchParam('benefit', { step: true })
  const by = PERFORMANCE_KEYS.find((key) => key === byParam) ?? 'group'
  const months = PERFORMANCE_SPANS.find((span) => String(span) === spanParam) ?? 1
  const columns = useShownColumns(performanceColumns)
  const figures = useFigureCells(by, month, months)
  const state = useCall(...performanceCall(month, by, months))
  const data = state.data?.data
  const note = ({ orders, net }: { orders: number; net: number }) =>
    text.performanceNote(monthName(month), months, text.allOrders(integer(orders), money(net)))
  // A value of another dimension does not belong to this table.
  const value = chosen?.startsWith(`${by}:`) ? chosen.slice(by.length + 1) : null
  return (
    <Page>
      <div className={css.filters} data-no-print>
        <Segments
          aria-label={text.by}
          data={BY_CHOICES}
          value={by}
          onChange={(next) => setBy(next === 'group' ? null : next)}
        />
        <Segments
          aria-label={text.benefitSpan}
          size="xs"
          className={css.span}
          data={SPAN_CHOICES}
          value={String(months)}
          onChange={(next) => setSpan(next === '1' ? null : next)}
        />
      </div>
      <Effects month={month} by={by} />
      <p className={shared.quiet}>{text.notACause}</p>
      <ClientList
        call="GET /api/benefits/performance"
        query={{ start_date: month, by, months }}
        id="benefit-performance"
        prefix="b_"
        file={`rendimiento_de_beneficios_${month}`}
        title={text.performance}
        subtitle={
          data ? (
            note(data.total)
          ) : state.isPending ? (
            <StandIn>{note({ orders: 1000, net: 10_000_000 })}</StandIn>
          ) : undefined
        }
        columns={columns}
        defaults={DEFAULTS}
        state={state}
        rows={data?.rows}
        rowKey={({ key }) => key}
        cells={{
          ...figures,
          label: ({ key, label }) => (
            <button type="button" className={css.press} title={label} onClick={() => choose(`${by}:${key}`)}>
              {label}
            </button>
          ),
        }}
      />
      {value === null ? null : (
        <PerformanceDetail
          title={data?.rows.find(({ key }) => key === value)?.label ?? value}
          query={{ start_date: month, by, months, value }}
          onClose={() => choose(null)}
        />
      )}
    </Page>
  )
}
