// Figures by which an operator recognizes a copy: sales per month and status.
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'

export interface SalesFigure {
  readonly month: string
  readonly status: string
  readonly orders: number
  /** Exact decimal. */
  readonly net: `${number}`
}

export const salesFigures = (queries: Pick<Queries, 'all'>): Promise<SalesFigure[]> =>
  queries.all(sql`
    select month, status, count(*) as orders, cast(sum(net) as text) as net from orders
    where counted group by month, status order by month, status`)

const money = new Intl.NumberFormat('es-AR', { minimumFractionDigits: 2 })

export const figureLines = (figures: readonly SalesFigure[]): string[] =>
  figures.map(({ month, status, orders, net }) => {
    const [count, sum] = [orders.toLocaleString('es-AR'), money.format(net)]
    return `  ${month}  ${status.padEnd(16)} ${count.padStart(11)}  $ ${sum.padStart(20)}`
  })

/** Text for figures that have to be equal. */
export const figureText = (figures: readonly SalesFigure[]): string =>
  figures.map((figure) => Object.values(figure).join(' ')).join('\n')
