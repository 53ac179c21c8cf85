// `gondola woocommerce`, done by whoever has the database: connects a store, makes its webhooks and tells how both stand.
// May import everything on the server's side.
import { z } from 'zod'
import type { ShopCheck, ShopConnection, ShopTest, ShopWebhooks } from '#contract/shop.ts'
import type { WebhookState } from '#contract/shop-columns.ts'
import { CommandError } from '../command.ts'
import type { Note, ShopService } from '../features/shop/routes.ts'
import { audit } from '../http/audit.ts'
import { HttpError } from '../http/errors.ts'
import { ANONYMOUS } from '../http/principal.ts'
import { storeAddress } from '../shop/keys.ts'

export const newShopSchema = z.object({
  /** Without it the one that is kept. */
  url: z.string().optional(),
  key: z.string(),
  secret: z.string(),
  /** Without it the one the store was told before, else the address of Góndola. */
  deliveryUrl: z.string().optional(),
  webhooks: z.boolean(),
})
type NewShop = z.output<typeof newShopSchema>

interface Worker {
  readonly shop: ShopService
  readonly now: () => Date
}

interface Telling {
  say(line: string): void
}

const STATES: Record<WebhookState, string> = {
  active: 'activo',
  paused: 'en pausa',
  disabled: 'desactivado por la tienda',
  missing: 'falta',
  unknown: 'no se sabe',
}
const SIGNS: Record<ShopCheck['state'], string> = { ok: '✓', warning: '!', failed: '✗' }

export const NO_SHOP = {
  none: 'no hay una tienda conectada: `gondola woocommerce connect --url https://…`, la pantalla Conectar tienda, o GONDOLA_WOOCOMMERCE_URL, _KEY y _SECRET',
  sealed: 'las claves guardadas están cifradas con otra clave secreta: conectá la tienda de nuevo',
}

/** Its address. Throws what to do where there is none. */
export async function connectedShop({ shop }: Pick<Worker, 'shop'>): Promise<string> {
  const { connected, url, readable } = await shop.connection()
  if (!readable) throw new CommandError(NO_SHOP.sealed)
  if (!connected || url === null) throw new CommandError(NO_SHOP.none)
  return url
}

export async function connectShop(wish: NewShop, worker: Worker, telling: Telling): Promise<void> {
  const { shop, now } = worker
  const { say } = telling
  const note: Note = (tx, change) => audit(tx, { ...ANONYMOUS, email: 'gondola' }, change, now())
  const before = await shop.connection()
  const url = wish.url ?? before.url
  const fixed = before.source === 'environment'
  if (fixed && !isSame(wish, before))
    throw new CommandError(
      'el servidor toma la tienda de GONDOLA_WOOCOMMERCE_* en su entorno: se cambia ahí, y se reinicia',
    )
  if (!url) throw new CommandError('falta la dirección de la tienda: --url https://tienda.ejemplo.com.ar', 2)
  const keys = { url, key: wish.key, secret: wish.secret }
  const tried = await shop.test(keys)
  tellTest(tried, telling)
  if (!tried.ok) throw new CommandError('la tienda no quedó conectada')
  if (!fixed) await shop.save(keys, note)
  say(`La tienda ${url} está conectada; las claves ${fixed ? 'son las del entorno' : 'quedan cifradas'}.`)
  const { imported } = await shop.connection()
  if (!imported) say('Falta traerla: ahora con `gondola import woocommerce`, o sola al iniciar el servidor.')
  if (wish.webhooks) await makeWebhooks(wish.deliveryUrl, tried, { shop, note, telling })
}

/** What the environment says already can be tried, and its webhooks made. */
const isSame = ({ url, key, secret }: NewShop, before: ShopConnection): boolean =>
  (url === undefined || storeAddress(url) === storeAddress(before.url ?? '')) &&
  key.endsWith(before.key_end ?? ' ') &&
  secret.endsWith(before.secret_end ?? ' ')

interface Making {
  readonly shop: ShopService
  readonly note: Note
  readonly telling: Telling
}

async function makeWebhooks(
  wanted: string | undefined,
  { store }: ShopTest,
  { shop, note, telling }: Making,
) {
  const { say } = telling
  const without = (why: string) =>
    say(`Los webhooks no se crean: ${why}. Los cambios llegan con la consulta periódica.`)
  if (store?.can_write === false) return without('la clave es sólo de lectura')
  const delivery = wanted ?? (await shop.webhooks()).delivery_url
  if (wanted === undefined && !isPublic(delivery))
    return without(
      'falta la dirección con que la tienda llega a Góndola, en GONDOLA_PUBLIC_URL o --delivery-url',
    )
  try {
    tellWebhooks(await shop.enableWebhooks(delivery, note), telling)
  } catch (error) {
    // What the store refuses, in its own words; it stays connected all the same.
    if (error instanceof HttpError) throw new CommandError(error.message)
    throw error
  }
}

/** Throws after the telling where the store does not answer as it should. */
export async function tellShop({ shop }: Worker, telling: Telling): Promise<void> {
  const { connected, url, source, key_end, readable, imported } = await shop.connection()
  if (!readable) throw new CommandError(NO_SHOP.sealed)
  if (!connected || url === null)
    return telling.say('No hay una tienda conectada: `gondola woocommerce connect --url https://…`')
  const from = source === 'environment' ? 'del entorno' : 'guardada'
  telling.say(`Tienda ${url}, clave …${key_end} (${from})${imported ? '' : '; todavía no se trajo entera'}`)
  const tried = await shop.test({ url })
  tellTest(tried, telling)
  tellWebhooks(await shop.webhooks(), telling)
  if (!tried.ok) throw new CommandError('la tienda no responde como debería')
}

/** An address that a store can reach. */
export const isPublic = (address: string): boolean => {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' && !/^(?:localhost|127\.|\[::1\])/.test(hostname)
}

function tellTest({ checks }: ShopTest, { say }: Telling): void {
  for (const { state, message } of checks) say(`  ${SIGNS[state]} ${message}`)
}

function tellWebhooks(
  { delivery_url, can_receive, asked: told, message, topics }: ShopWebhooks,
  { say }: Telling,
) {
  say(`Webhooks hacia ${delivery_url}${can_receive ? '' : ' (sin secreto: no se reciben)'}`)
  if (!told) return say(`  ${message || 'no se sabe cómo están'}`)
  for (const { topic, state, deliveries, last_delivery } of topics) {
    const last =
      last_delivery === null ? 'sin entregas' : `${deliveries} entregas, la última ${last_delivery} UTC`
    say(`  ${topic.padEnd(18)} ${STATES[state].padEnd(26)} ${last}`)
  }
}
