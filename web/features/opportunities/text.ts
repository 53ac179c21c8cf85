import { counted, integer, money, monthName, shortMoney } from '#web/text/format.ts'

const named = (months: readonly string[]) => {
  const [first = '', last = ''] = [months[0], months.at(-1)]
  return first.slice(0, 4) === last.slice(0, 4)
    ? `${monthName(first).replace(/ \d{4}$/, '')} a ${monthName(last)}`
    : `${monthName(first)} a ${monthName(last)}`
}

/** '«Alfajor» en Norte': a void, as buttons and messages name it. */
const ofVoid = (product: string, distributor: string) => `«${product}» en ${distributor}`

const ofCount = (count: number) => `(${integer(count)})`

export const text = {
  ofVoid,
  ofCount,
  what: 'Qué oportunidades',
  views: {
    open: 'Abiertas',
    followed: 'En seguimiento',
    dismissed: 'Descartadas',
  },
  follow: (what: string) => `Seguir ${what}`,
  unfollow: (what: string) => `Dejar de seguir ${what}`,
  dismiss: (what: string) => `Descartar ${what}`,
  reopen: (what: string) => `Volver a abrir ${what}`,
  decided: {
    followed: (product: string, distributor: string) =>
      `Se sigue ${ofVoid(product, distributor)}: lo vendido se cuenta desde mañana.`,
    dismissed: (product: string, distributor: string) => `Se descartó ${ofVoid(product, distributor)}`,
    open: (product: string, distributor: string) => `${ofVoid(product, distributor)} está abierta otra vez.`,
  },
  undo: 'Deshacer',
  undone: 'Se deshizo.',
  dismissTitle: 'Descartar la oportunidad',
  dismissSubmit: 'Descartar',
  dismissNote: (product: string, distributor: string) =>
    `${ofVoid(product, distributor)} sale de las abiertas; se puede volver a abrir.`,
  reason: 'Por qué',
  reasonExample: 'No tiene heladera',
  reasonRequired: 'Escribí por qué',
  followed: (count: number, net: number) =>
    `${counted(count, 'oportunidad seguida', 'oportunidades seguidas')}, de cualquier mes. Vendido desde el día siguiente al que se siguió cada una hasta ayer, menos devoluciones: ${money(net)}. No dice que se vendió por seguirla`,
  noneFollowed: 'Todavía no se sigue ninguna. En Abiertas, el botón Seguir empieza a contar lo que se venda.',
  dismissed: (count: number) =>
    `${counted(count, 'oportunidad descartada', 'oportunidades descartadas')}, de cualquier mes, con su motivo`,
  noneDismissed: 'No hay oportunidades descartadas.',
  noneOpen: 'No queda ninguna abierta: las demás se siguen o se descartaron.',
  notYet: 'Desde mañana',
  title: 'Oportunidades',
  found: (count: number, net: number, months: readonly string[]) =>
    `${counted(count, 'oportunidad', 'oportunidades')}, cerca de ${shortMoney(net)} por mes. Productos sin venta de ${named(months)} que los pares de cada distribuidor venden`,
  note: 'Productos que un distribuidor no vendió en tres meses cerrados y que sus pares venden',
  peersOf: (distributor: string) => `Pares de ${distributor}`,
  peersNote: (product: string, months: readonly string[] | undefined) =>
    `Los distribuidores más parecidos, y cuánto vendieron de «${product}»${months ? ` de ${named(months)}` : ''}`,
  seeMonths: (distributor: string) => `${distributor}: ver mes por mes`,
  backToVoids: 'Volver a sus oportunidades',
  every: 'Ver todos los distribuidores',
  fewMonths: (months: readonly string[]) =>
    `Hacen falta tres meses cerrados con ventas, y de ${named(months)} no los hay: todavía no se puede decir qué falta.`,
  fewDistributors: (count: number) =>
    `Hacen falta al menos cuatro distribuidores con ventas en cada mes para compararlos, y hay ${integer(count)}: no se puede decir qué falta.`,
  inactive: (months: readonly string[]) =>
    `No vendió en cada mes de ${named(months)}: se lo compara cuando vende en los tres.`,
  none: 'Nadie deja de vender lo que venden sus pares.',
} as const
