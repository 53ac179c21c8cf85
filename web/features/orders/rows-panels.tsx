// The lines, discounts and refunds of an order, with totals that are its amounts.
import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import { column } from '#contract/columns.ts'
import type { OrderDetail } from '#contract/order.ts'
import { date, sumOf } from '#web/text/format.ts'
import { ColorName } from '#web/ui/color-name.tsx'
import { businessColor } from '#web/ui/colors.ts'
import { AsyncPanel } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import { ViewAsTable } from '#web/ui/view-as-table.tsx'
import type { OrderState } from './head-panel.tsx'
import { text } from './text.ts'

type Line = OrderDetail['lines'][number]
type Discount = OrderDetail['discounts'][number]
type Refund = OrderDetail['refunds'][number]

const HEIGHT = 160

const LINES = [
  column('product_name', text.product),
  column('quantity', text.quantity, 'units'),
  column('refunded_units', text.returned, 'units'),
  column('gross', text.gross, 'money'),
  column('discount', text.lineDiscount, 'money'),
  column('promotion', text.promotion, 'money'),
  column('refunded', text.refunded, 'money'),
  column('net', text.net, 'money'),
  column('sku', text.sku),
]

const LINE_HINTS = { promotion: text.promotionHint, refunded: text.refundHint }

/** A cell with a second line. */
const Named = ({ name, children }: { name: string; children: ReactNode }) => (
  <Box miw={150}>
    {name}
    <div className={shared.caption}>{children}</div>
  </Box>
)

const LINE_CELLS = {
  product_name: ({ product_name, business, segment }: Line) => (
    <Named name={product_name}>
      <ColorName color={businessColor(business)}>
        {business}, {segment}
      </ColorName>
    </Named>
  ),
}

/** Sums of the number columns of a table. */
const sums = <Row extends object>(rows: readonly Row[], keys: readonly (keyof Row & string)[]) =>
  Object.fromEntries(keys.map((key) => [key, sumOf(rows.map((row) => Number(row[key])))]))

export const LinesPanel = ({ state }: { state: OrderState }) => (
  <AsyncPanel
    title={text.lines}
    subtitle={text.linesNote}
    state={state}
    updatedAt={null}
    height={HEIGHT}
    isEmpty={({ data }) => data.lines.length === 0}
  >
    {({ data: { lines } }) => (
      <ViewAsTable
        caption={text.lines}
        columns={LINES}
        hints={LINE_HINTS}
        rows={lines}
        cells={LINE_CELLS}
        foot={{
          product_name: text.total,
          ...sums(lines, [
            ...(['quantity', 'refunded_units', 'gross', 'discount', 'promotion'] as const),
            ...(['refunded', 'net'] as const),
          ]),
        }}
      />
    )}
  </AsyncPanel>
)

const DISCOUNTS = [
  column('discount_name', text.discountName),
  column('amount', text.amount, 'money'),
  column('group', text.group),
  column('sub_group', text.subGroup),
]

const DISCOUNT_CELLS = {
  discount_name: ({ discount_name, kind, promo_name }: Discount) => (
    <Named name={discount_name}>
      {text.kinds[kind]}
      {promo_name === '' || promo_name === discount_name ? null : `, ${promo_name}`}
    </Named>
  ),
}

export const DiscountsPanel = ({ state }: { state: OrderState }) => (
  <AsyncPanel
    title={text.discounts}
    state={state}
    updatedAt={null}
    height={HEIGHT}
    isEmpty={({ data }) => data.discounts.length === 0}
    empty={text.noDiscounts}
  >
    {({ data: { discounts } }) => (
      <ViewAsTable
        caption={text.discounts}
        columns={DISCOUNTS}
        rows={discounts}
        cells={DISCOUNT_CELLS}
        foot={{ discount_name: text.total, ...sums(discounts, ['amount']) }}
      />
    )}
  </AsyncPanel>
)

const REFUNDS = [
  column('refunded_at', text.date),
  column('reason', text.reason),
  column('amount', text.amount, 'money'),
]

const REFUND_CELLS = {
  refunded_at: (refund: Refund) => date(refund.refunded_at),
  reason: ({ reason }: Refund) => reason ?? text.noPersonalData,
}

export const RefundsPanel = ({ state }: { state: OrderState }) => (
  <AsyncPanel
    title={text.refunds}
    subtitle={text.refundsNote}
    state={state}
    updatedAt={null}
    height={HEIGHT}
    isEmpty={({ data }) => data.refunds.length === 0}
    empty={text.noRefunds}
  >
    {({ data: { refunds } }) => (
      <ViewAsTable
        caption={text.refunds}
        columns={REFUNDS}
        rows={refunds}
        cells={REFUND_CELLS}
        foot={{ refunded_at: text.total, ...sums(refunds, ['amount']) }}
      />
    )}
  </AsyncPanel>
)
