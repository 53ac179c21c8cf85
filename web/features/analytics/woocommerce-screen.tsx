// ¿Por qué no coincide con WooCommerce?: the steps from its net sales to ours, as a calculation.
import type { AnalyticsReconciliation } from '#contract/analytics.ts'
import { useCall } from '#web/api/call.ts'
import { useMonth } from '#web/api/month.ts'
import { money, monthName } from '#web/text/format.ts'
import { noOrdersIn } from '#web/text/months.ts'
import { WOOCOMMERCE_DATES } from '#web/text/woocommerce-dates.ts'
import { AsyncPanel, Page, Panel } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import css from './analytics.module.css'
import { analyticsCall } from './queries.ts'
import { text } from './text.ts'

const signed = (amount: number): string => (amount > 0 ? `+${money(amount)}` : money(amount))

export default function WooCommerceScreen() {
  const month = useMonth()
  const state = useCall(...analyticsCall(month))
  return (
    <Page>
      <AsyncPanel
        title={text.title}
        subtitle={text.subtitle(monthName(month))}
        state={state}
        height={520}
        grows
        isEmpty={({ data }) => isEmpty(data)}
        empty={noOrdersIn({ month })}
      >
        {({ data }) => <Calculation data={data} />}
      </AsyncPanel>
      <AsyncPanel title={text.sameTitle} state={state} updatedAt={null} height={150}>
        {({ data }) => (
          <dl className={css.same}>
            {text.same(data).map(({ name, words }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        )}
      </AsyncPanel>
      <Panel title={text.datesTitle}>
        <ul className={css.dates}>
          {WOOCOMMERCE_DATES.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Panel>
    </Page>
  )
}

const isEmpty = ({ woocommerce, net_sale, differences }: AnalyticsReconciliation): boolean =>
  woocommerce === 0 && net_sale === 0 && differences.every(({ orders }) => orders === 0)

function Calculation({ data }: { data: AnalyticsReconciliation }) {
  const { woocommerce, date, net_sale, differences, incomplete } = data
  return (
    <>
      {incomplete > 0 ? <p className={shared.caution}>{text.incomplete(incomplete)}</p> : null}
      <dl className={css.calculation}>
        <Step name={text.start} why={text.startNote[date]} amount={money(woocommerce)} total />
        {differences.map(({ key, orders, amount }) => (
          <Step
            key={key}
            name={text.differences[key].name}
            why={text.differences[key].why}
            count={orders === 0 ? undefined : text.orders(orders)}
            amount={signed(amount)}
          />
        ))}
        <Step name={text.end} why={text.endNote} amount={money(net_sale)} total />
      </dl>
    </>
  )
}

interface StepProps {
  name: string
  why: string
  count?: string | undefined
  amount: string
  total?: boolean
}

const Step = ({ name, why, count, amount, total }: StepProps) => (
  <div data-total={total}>
    <dt>
      {name}
      <span className={css.why}>{why}</span>
    </dt>
    <dd>
      {amount}
      {count === undefined ? null : <span className={css.why}>{count}</span>}
    </dd>
  </div>
)
