// Statuses of platforms and languages: what a word most likely means here. A person may assign another.
import { ORDER_STATUSES, type OrderStatus, SHOP_STATUS, STATUS_LABELS } from '#contract/statuses.ts'
import { folded } from '#server/domain/folded.ts'
import type { Recipe, StatusValue } from './model.ts'

/** «No entregado»: what did not happen says little about what did; a person tells it. */
const DENIED =
  /\b(?:no|nao|not|sin|sem) (?:esta |fue |foi |been )?(?:entreg|deliver|factur|fatur|invoic|confirm|complet|cobrad|aprobad|approv|recib|retirad|reembols|refund|cancel|anulad)/

/** Words in the order in which they decide; a value is read without accents and signs. */
const WORDS: readonly (readonly [RegExp, OrderStatus])[] = [
  [/cancel|anulad|\banul\b|\bvoid/, 'wc-cancelled'],
  [/rechazad|recusad|refused|\bfailed|\bfallid|\bdeclined|expirad|expired|\bvencid/, 'wc-failed'],
  [
    /partial\w* refund|parcialmente (?:reembols|devuel|estorn)|(?:reembols|devuel|estorn)\w* parcial/,
    'wc-completed',
  ],
  [/regresamos el producto|te dimos el dinero|te damos el dinero/, 'wc-completed'],
  [/mediacion|on hold|en espera|em espera|\bhold\b/, 'wc-on-hold'],
  [
    /refunded|\brefund\b|reembolsad|reembolso\b|reintegrad|estornad|reembolso al comprador|devolucion finalizada|contracargo|chargeback/,
    'wc-refunded',
  ],
  [/devuelt|devolvid|returned|devolucion/, 'wc-returned'],
  [
    /unpaid|impag|(?:no|nao|not|sin|sem) (?:esta )?(?:pag|paid)|\ba cobrar|awaiting payment|pending|pendiente|pendente|etiqueta|cotizacion|quotation|presupuesto|orcamento|borrador|draft|authorized|aguardando|esperando/,
    'wc-pending',
  ],
  [/en armado|armando/, 'wc-in-assembly'],
  [/list[ao]s? para (?:entregar|retirar)|ready for pickup/, 'wc-ready-to-delivery'],
  [
    /unfulfilled|(?:no|nao|not|sin|sem) (?:esta )?(?:enviad|shipped)|\bpartial\b|part\w* fulfilled|unshipped|part\w*\s?shipped|empaqueta|embala|en camino|a caminho|en transito|em transporte|in transit|procesand|processing|handling|preparand|preparing|en preparacion|em separacao|(?:listo|pronto) para env|(?:\ba|para|por) (?:enviar|despachar)|ready to ship|awaiting fulfillment|en proceso/,
    'wc-processing',
  ],
  [
    /fulfilled|entregad|entregue|delivered|completad|completed?\b|concluid|finalizad|shipped|dispatched|enviad|despachad|invoiced|faturad|facturad|concretad|sales? order|orden de venta|pedido de venta|\bsale\b|\bvendid|closed|cerrad|\bpaid\b|pagad|\bpago\b|cobrad|archivad|arquivad|recibid|\bretirad|aprobad|approved|confirmad/,
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
  const known =
    byLabel.get(text) ?? (DENIED.test(text) ? undefined : WORDS.find(([word]) => word.test(text))?.[1])
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
