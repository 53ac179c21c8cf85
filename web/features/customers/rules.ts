// Provinces in the API's form (capitals) and as displayed, and the rows built from them. Pure functions.
import { PROVINCES, type Province } from '#contract/provinces.ts'
import { SHOP_STATUS } from '#contract/statuses.ts'
import { changeOf, toCents } from '#web/text/format.ts'
import { categoricalColor, rest } from '#web/ui/colors.ts'
import type { Slice } from '#web/ui/slices.ts'
import { ALL_STATUSES, type ByProvince, COMPLETED } from './queries.ts'

/** Letters that fit beside a bar. */
const LONG = 20

const byState = new Map(PROVINCES.map((province) => [province.name.toUpperCase(), province]))

/** The province of a `state`; undefined for 'SIN PROVINCIA'. */
export const provinceOf = (state: string): Province | undefined => byState.get(state)

/** 'CÓRDOBA' → 'Córdoba'; 'SIN PROVINCIA' stays as it is. */
export const provinceName = (state: string): string => provinceOf(state)?.name ?? state

/** 'Ciudad Autónoma de Buenos Aires' → 'CABA'; names that fit beside a bar stay. */
export function shortProvinceName(state: string): string {
  const name = provinceName(state)
  return name.length > LONG ? (provinceOf(state)?.short ?? name) : name
}

/** The status in an address; COMPLETADO when it is missing or malformed. */
export const statusFromParam = (param: string | null): string =>
  param !== null && (param === ALL_STATUSES || SHOP_STATUS.test(param)) ? param : COMPLETED

export interface RankedProvince extends Slice {
  before: number
}

/** Each province gets a colour; customers without one are grey. */
export function rankedProvinces(
  { rows }: ByProvince,
  previous: ByProvince | null | undefined,
): RankedProvince[] {
  const before = new Map(previous?.rows.map((row) => [row.state, row.total_registered]))
  const colored = rows.filter(({ state }) => provinceOf(state))
  return rows.map((row) => {
    const place = colored.indexOf(row)
    return {
      key: row.state,
      label: provinceName(row.state),
      value: row.total_registered,
      color: place < 0 ? rest : categoricalColor(place),
      before: before.get(row.state) ?? 0,
    }
  })
}

interface Sales {
  state: string
  total_orders: number
  total_amount: number
}

const findState = <Row extends { state: string }>(rows: readonly Row[], state: string) =>
  rows.find((row) => row.state === state)

/** Customers and sales of every province that has any in either month. */
export function provinceSales(
  now: ByProvince,
  before: ByProvince | null,
  sales: readonly Sales[],
  salesBefore: readonly Sales[],
) {
  const rowsBefore = before?.rows ?? []
  const states = new Set([...now.rows, ...rowsBefore, ...sales, ...salesBefore].map(({ state }) => state))
  return [...states].map((state) => {
    const net = findState(sales, state)?.total_amount ?? 0
    const net_before = findState(salesBefore, state)?.total_amount ?? 0
    const customers = findState(now.rows, state)?.total_registered ?? 0
    const customers_before = findState(rowsBefore, state)?.total_registered ?? 0
    return {
      state,
      name: provinceName(state),
      customers,
      customers_before,
      customers_change: changeOf(customers, customers_before),
      net,
      net_change: changeOf(net, net_before),
      difference: toCents(net - net_before),
      net_before,
      orders: findState(sales, state)?.total_orders ?? 0,
    }
  })
}
