// The amounts of an order, as a calculation.
import { money } from '#web/text/format.ts'
import { AsyncPanel } from '#web/ui/panel.tsx'
import type { OrderState } from './head-panel.tsx'
import css from './orders.module.css'
import { text } from './text.ts'

export const AmountsPanel = ({ state }: { state: OrderState }) => (
  <AsyncPanel title={text.amounts} subtitle={text.amountsNote} state={state} updatedAt={null} height={250}>
    {({ data }) => (
      <>
        <dl className={css.amounts}>
          <Amount name={text.gross} value={data.order_subtotal} />
          <Amount name={text.discount} value={-data.discount} />
          <Amount name={text.refunded} value={-data.refunded} />
          <Amount name={text.net} value={data.order_total} total />
          <Amount name={text.shipping} value={data.shipping} />
          <Amount name={text.fees} value={data.fees} />
          <Amount name={text.shopTotal} value={data.shop_total} />
        </dl>
        <p className={css.note}>{text.outside}</p>
      </>
    )}
  </AsyncPanel>
)

const Amount = ({ name, value, total }: { name: string; value: number; total?: boolean }) => (
  <div data-total={total}>
    <dt>{name}</dt>
    <dd>{money(value)}</dd>
  </div>
)
