// Statuses of platforms and languages: what a word most likely means here. A person may assign another.
import { ORDER_STATUSES, type OrderStatus, SHOP_STATUS, STATUS_LABELS } from '#contract/statuses.ts'
import { folded } from '#server/domain/folded.ts'
import type { Recipe, StatusValue } from './model.ts'

/** Words in the order in which they decide; a value is read without accents and signs. */
const WORDS: readonly (readonly [RegExp, OrderStatus])[] = [
  [/cancel|anulad|\bvoid/, 'wc-cancelled'],
  [/rechazad|recusad|refused|\bfailed|\bfallid|\bdeclined|expirad/, 'wc-failed'],
  [
    /partial\w* refund|parcialmente (?:reembols|devuel|estorn)|(?:reembols|devuel|estorn)\w* parcial/,
    'wc-completed',
  ],
  [/regresamos el producto|te dimos el dinero|te damos el dinero/, 'wc-completed'],
  [/mediacion|on hold|en espera|em espera|\bhold\b/, 'wc-on-hold'],
  [
    /refunded|reembolsad|estornad|reembolso al comprador|devolucion finalizada|contracargo|chargeback/,
    'wc-refunded',
  ],
  [/devuelt|devolvid|returned|devolucion/, 'wc-returned'],
  [
    /unpaid|pending|pendiente|pendente|etiqueta|cotizacion|quotation|presupuesto|orcamento|borrador|draft|authorized|aguardando|esperando/,
    'wc-pending',
  ],
  [/en armado|armando/, 'wc-in-assembly'],
  [/listas? para (?:entregar|retirar)|ready for pickup/, 'wc-ready-to-delivery'],
  [
    /unfulfilled|\bpartial\b|no esta empaquetad|nao esta embalad|en camino|a caminho|procesand|processing|handling|preparand|en preparacion|(?:listo|pronto) para enviar|por enviar|en proceso/,
    'wc-processing',
  ],
  [
    /fulfilled|entregad|entregue|delivered|completad|completed?\b|concluid|finalizad|shipped|enviad|despachad|invoiced|faturad|facturad|concretad|sale order|orden de venta|pedido de venta|\bsale\b|\bvendid|closed|cerrad|\bpaid\b|pagad|\bpago\b|cobrad|archivad|arquivad|recibid|aprobad|approved|confirmad/,
    'wc-completed',
  ],
]

const byLabel = new Map<string, OrderStatus>(
  ORDER_STATUSES.flatMap((status) => [
    [folded(STATUS_LABELS[status]), status] as const,
    [folded(status.slice(3)), status] as const,
    [folded(status), status] as const,
  ]),
)

/** The likeliest status; undefined for a word that is not known. */
export function statusByWord(value: string): string | undefined {
  const text = folded(value)
  if (text === '') return undefined
  const known = byLabel.get(text) ?? WORDS.find(([word]) => word.test(text))?.[1]
  // A shop's own status as WooCommerce writes it.
  return known ?? (SHOP_STATUS.test(value) ? value : undefined)
}

const MONTH = '(?:ene|feb|mar|abr|may|jun|jul|ago|sep|set|oct|nov|dic|jan|apr|aug|dec|fev|out|dez)\\p{L}*'
const DATED = [
  new RegExp(
    `(?:\\s+(?:el|on|em|antes del?|hasta el|al))?\\s+\\d{1,2}\\s+(?:de\\s+)?${MONTH}\\.?(?:\\s+(?:de\\s+)?\\d{4})?`,
    'giu',
  ),
  /(?:\s+(?:el|on|em))?\s*\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}/gi,
  /(?:\s+a\s+las)?\s+\d{1,2}:\d\d(?::\d\d)?(?:\s*hs?\.?)?/gi,
  /\s*#?\d+/g,
  /\(\s*\)/g,
]

/** «Entregado el 3 de septiembre» and «Entregado el 4 de septiembre» are one status: dates and numbers are taken out. */
export function bareStatus(value: string): string {
  const text = value.replace(/<[^>]*>/g, '').trim()
  if (!/\d/.test(text)) return text
  const bare = DATED.reduce((left, part) => left.replace(part, ''), ` ${text}`)
    .replace(/\s+/g, ' ')
    .replace(/\( /g, '(')
    .trim()
  return bare === '' ? text : bare
}

/** The status that a person assigned, or that its word means. */
export function statusReader(
  statuses: Recipe['statuses'],
): (value: string) => { status?: string; by: 'word' | 'recipe' } {
  const given = new Map(
    Object.entries(statuses ?? {}).map(([value, status]) => [value.trim().toLowerCase(), status]),
  )
  return (value) => {
    const bare = bareStatus(value)
    const chosen = given.get(bare.toLowerCase()) ?? given.get(value.trim().toLowerCase())
    if (chosen !== undefined) return { status: chosen, by: 'recipe' }
    const word = statusByWord(bare)
    return word === undefined ? { by: 'word' } : { status: word, by: 'word' }
  }
}

/** Statuses of the files with their counts; one pass over `orders`. */
export function statusCounter(statuses: Recipe['statuses']) {
  const read = statusReader(statuses)
  const found = new Map<string, StatusValue>()
  return {
    add(value: string, cents: number) {
      const bare = bareStatus(value)
      const key = bare.toLowerCase()
      const { status, by } = read(value)
      const entry = found.get(key) ?? { value: bare, orders: 0, net: 0, status: status ?? null, by }
      entry.orders++
      entry.net += cents
      found.set(key, entry)
    },
    list: () => [...found.values()].sort((one, other) => other.orders - one.orders),
  }
}
