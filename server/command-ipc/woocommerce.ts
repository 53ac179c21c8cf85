// `gondola woocommerce`: connects a shop, creates its webhooks and reports the state of both.
import { z } from 'zod'
import type { ShopCheck, ShopConnection, ShopTest, ShopWebhooks } from '#contract/shop.ts'
import type { WebhookState } from '#contract/shop-states.ts'
import { CommandError } from '#server/terminal/command.ts'
import type { Note } from '../features/shop/routes.ts'
import { audit } from '../http/audit.ts'
import { HttpError } from '../http/errors.ts'
import { ANONYMOUS } from '../http/principal.ts'
import { storeAddress } from '../shop/api-keys.ts'
import { type CommandDeps, type Output, TERMINAL } from './deps.ts'

export const newShopSchema = z.object({
  /** Defaults to the stored address. */
  url: z.string().optional(),
  key: z.string(),
  secret: z.string(),
  /** Where the shop delivers webhooks. Defaults to the last delivery address, then to the public address. */
  deliveryUrl: z.string().optional(),
  webhooks: z.boolean(),
})
type NewShop = z.output<typeof newShopSchema>

type ShopDeps = Pick<CommandDeps, 'shop' | 'now'>

const WEBHOOK_STATES: Record<WebhookState, string> = {
  active: 'activo',
  paused: 'en pausa',
  disabled: 'desactivado por la tienda',
  missing: 'falta',
  unknown: 'no se sabe',
}
const CHECK_SIGNS: Record<ShopCheck['state'], string> = { ok: '✓', warning: '!', failed: '✗' }

export const NO_SHOP = {
  none: 'no hay una tienda conectada: `gondola woocommerce connect --url https://…`, la pantalla Conectar tienda, o GONDOLA_WOOCOMMERCE_URL, _KEY y _SECRET',
  sealed: 'las claves guardadas están cifradas con otra clave secreta: conectá la tienda de nuevo',
}

/** Returns the shop's address. Throws a CommandError if none is connected. */
export async function connectedShop({ shop }: Pick<CommandDeps, 'shop'>): Promise<string> {
  const { connected, url, readable } = await shop.connection()
  if (!readable) throw new CommandError(NO_SHOP.sealed)
  if (!connected || url === null) throw new CommandError(NO_SHOP.none)
  return url
}

export async function connectShop(requested: NewShop, { shop, now }: ShopDeps, output: Output) {
  const { say } = output
  const note: Note = (tx, change) => audit(tx, { ...ANONYMOUS, email: TERMINAL }, change, now())
  const current = await shop.connection()
  const url = requested.url ?? current.url
  const fromEnvironment = current.source === 'environment'
  if (fromEnvironment && !isSameShop(requested, current))
    throw new CommandError(
      'el servidor toma la tienda de GONDOLA_WOOCOMMERCE_* en su entorno: se cambia ahí, y se reinicia',
    )
  if (!url) throw new CommandError('falta la dirección de la tienda: --url https://tienda.ejemplo.com.ar', 2)
  const keys = { url, key: requested.key, secret: requested.secret }
  const test = await shop.test(keys)
  printChecks(test, output)
  if (!test.ok) throw new CommandError('la tienda no quedó conectada')
  if (!fromEnvironment) await shop.save(keys, note)
  say(
    `La tienda ${url} está conectada; las claves ${fromEnvironment ? 'son las del entorno' : 'quedan cifradas'}.`,
  )
  const { imported } = await shop.connection()
  if (!imported) say('Falta traerla: ahora con `gondola import woocommerce`, o sola al iniciar el servidor.')
  if (!requested.webhooks) return
  const { delivery_url } = requested.deliveryUrl
    ? { delivery_url: requested.deliveryUrl }
    : await shop.webhooks()
  const obstacle = webhookObstacle(test, requested.deliveryUrl, delivery_url)
  if (obstacle)
    return say(`Los webhooks no se crean: ${obstacle}. Los cambios llegan con la consulta periódica.`)
  try {
    printWebhooks(await shop.enableWebhooks(delivery_url, note), output)
  } catch (error) {
    // The shop refused; it stays connected.
    if (error instanceof HttpError) throw new CommandError(error.message)
    throw error
  }
}

/** The shop of the environment cannot be replaced, but its keys can be tested and its webhooks created. */
const isSameShop = ({ url, key, secret }: NewShop, current: ShopConnection): boolean =>
  (url === undefined || storeAddress(url) === storeAddress(current.url ?? '')) &&
  key.endsWith(current.key_end ?? ' ') &&
  secret.endsWith(current.secret_end ?? ' ')

function webhookObstacle({ store }: ShopTest, requestedUrl: string | undefined, deliveryUrl: string) {
  if (store?.can_write === false) return 'la clave es sólo de lectura'
  return requestedUrl === undefined && !isPublic(deliveryUrl)
    ? 'falta la dirección con que la tienda llega a Góndola, en GONDOLA_PUBLIC_URL o --delivery-url'
    : undefined
}

/** Throws a CommandError, after printing the details, if the shop does not respond as it should. */
export async function printShop({ shop }: ShopDeps, output: Output): Promise<void> {
  const { connected, url, source, key_end, readable, imported } = await shop.connection()
  if (!readable) throw new CommandError(NO_SHOP.sealed)
  if (!connected || url === null)
    return output.say('No hay una tienda conectada: `gondola woocommerce connect --url https://…`')
  const from = source === 'environment' ? 'del entorno' : 'guardada'
  output.say(`Tienda ${url}, clave …${key_end} (${from})${imported ? '' : '; todavía no se trajo entera'}`)
  const test = await shop.test({ url })
  printChecks(test, output)
  printWebhooks(await shop.webhooks(), output)
  if (!test.ok) throw new CommandError('la tienda no responde como debería')
}

/** Whether a shop on the internet can deliver to this address. */
export function isPublic(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' && !/^(?:localhost|127\.|\[::1\])/.test(hostname)
}

function printChecks({ checks }: ShopTest, { say }: Output): void {
  for (const { state, message } of checks) say(`  ${CHECK_SIGNS[state]} ${message}`)
}

function printWebhooks({ delivery_url, can_receive, asked, message, topics }: ShopWebhooks, { say }: Output) {
  say(`Webhooks hacia ${delivery_url}${can_receive ? '' : ' (sin secreto: no se reciben)'}`)
  if (!asked) return say(`  ${message || 'no se sabe cómo están'}`)
  for (const { topic, state, deliveries, last_delivery } of topics) {
    const last =
      last_delivery === null ? 'sin entregas' : `${deliveries} entregas, la última ${last_delivery} UTC`
    say(`  ${topic.padEnd(18)} ${WEBHOOK_STATES[state].padEnd(26)} ${last}`)
  }
}
