import { counted, integer, monthName, shortMoney } from '#web/text/format.ts'

const named = (months: readonly string[]) => {
  const [first = '', last = ''] = [months[0], months.at(-1)]
  return first.slice(0, 4) === last.slice(0, 4)
    ? `${monthName(first).replace(/ \d{4}$/, '')} a ${monthName(last)}`
    : `${monthName(first)} a ${monthName(last)}`
}

export const text = {
  title: 'Oportunidades',
  found: (count: number, net: number, months: readonly string[]) =>
    `${counted(count, 'oportunidad', 'oportunidades')}, cerca de ${shortMoney(net)} por mes. Productos sin venta de ${named(months)} que los pares de cada distribuidor venden`,
  note: 'Productos que un distribuidor no vendió en tres meses cerrados y que sus pares venden',
  every: 'Ver todos los distribuidores',
  never: 'Nunca',
  fewMonths: (months: readonly string[]) =>
    `Hacen falta tres meses cerrados con ventas, y de ${named(months)} no los hay: todavía no se puede decir qué falta.`,
  fewDistributors: (count: number) =>
    `Hacen falta al menos cuatro distribuidores con ventas en cada mes para compararlos, y hay ${integer(count)}: no se puede decir qué falta.`,
  none: 'Nadie deja de vender lo que venden sus pares.',
  seeSellers: (product: string) => `${product}: ver quién lo vende`,
} as const
