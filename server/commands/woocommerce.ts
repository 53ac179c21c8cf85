// `gondola woocommerce`: connects a store, makes its webhooks and tells how both stand; may import everything on the server's side.
import { parseArgs } from 'node:util'
import type { ShopCheck, ShopTest, ShopWebhooks } from '#contract/shop.ts'
import type { WebhookState } from '#contract/shop-columns.ts'
import { type Command, type CommandContext, CommandError, openConfigured, usageError } from '../command.ts'
import { type Config, readConfig } from '../config.ts'
import type { KeysGiven, Note, ShopService } from '../features/shop/routes.ts'
import { hiddenInput } from '../hidden-input.ts'
import { audit } from '../http/audit.ts'
import { NOBODY } from '../http/caller.ts'
import { CallError } from '../http/errors.ts'
import { openJobs } from '../ingest/jobs/jobs.ts'
import { connectionOf, jobsSetting } from '../jobs-setting.ts'
import { shopService } from '../shop/service.ts'
import { StoreError } from '../store/errors.ts'
import type { Store } from '../store/store.ts'

const OPTIONS = {
  url: { type: 'string' },
  'delivery-url': { type: 'string' },
  'no-webhooks': { type: 'boolean', default: false },
} as const

const KEY = 'GONDOLA_WOOCOMMERCE_KEY'
const SECRET = 'GONDOLA_WOOCOMMERCE_SECRET'

const STATES: Record<WebhookState, string> = {
  active: 'activo',
  paused: 'en pausa',
  disabled: 'desactivado por la tienda',
  missing: 'falta',
  unknown: 'no se sabe',
}
const SIGNS: Record<ShopCheck['state'], string> = { ok: '✓', warning: '!', failed: '✗' }

export const command: Command = {
  name: 'woocommerce',
  usage: `woocommerce connect [--url https://tienda…] [--delivery-url https://gondola…] [--no-webhooks]
    woocommerce status`,
  summary: `Conecta la tienda: prueba las claves, las guarda cifradas y crea o reactiva sus webhooks, que llegan a GONDOLA_PUBLIC_URL o a --delivery-url. Las claves se escriben sin que se vean, o vienen en ${KEY} y ${SECRET}; repetirlo con otras las cambia. «status» dice cómo está todo.`,
  async run(argv, context) {
    const [verb, ...rest] = argv
    if (verb === 'connect') return connect(optionsOf(rest), context)
    if (verb === 'status' && rest.length === 0) return status(context)
    throw usageError('se usa `gondola woocommerce connect --url URL` o `gondola woocommerce status`')
  },
}

async function connect(options: Options, context: CommandContext): Promise<number> {
  const { config, given } = settled(options.url)
  const keys = await asked(given)
  return withShop(context, config, async (shop, note) => {
    const url = keys.url || ((await shop.connection()).url ?? '')
    if (!url) throw usageError('falta la dirección de la tienda: --url https://tienda.ejemplo.com.ar')
    const tried = await shop.test({ ...keys, url })
    tellTest(tried, context)
    if (!tried.ok) throw new CommandError('la tienda no quedó conectada')
    await shop.save({ ...keys, url }, note)
    context.say(`La tienda ${url} está conectada; las claves quedan cifradas.`)
    if (overridden())
      context.say('Atención: el servidor usa las de GONDOLA_WOOCOMMERCE_* mientras estén en su entorno.')
    const { imported } = await shop.connection()
    if (!imported) context.say('Falta traerla: al iniciar el servidor, o ahora con `gondola job run import`.')
    if (options['no-webhooks']) return 0
    if (tried.store?.can_write === false) {
      context.say(
        'Los webhooks no se crean: la clave es sólo de lectura. Los cambios llegan con la consulta periódica.',
      )
      return 0
    }
    const delivery = options['delivery-url'] ?? (isPublic(config.publicUrl) ? config.publicUrl : undefined)
    if (delivery === undefined) {
      context.say(
        'Los webhooks no se crean: falta la dirección con que la tienda llega a Góndola, en GONDOLA_PUBLIC_URL o --delivery-url. Los cambios llegan con la consulta periódica.',
      )
      return 0
    }
    tellWebhooks(await shop.enableWebhooks(delivery, note), context)
    return 0
  })
}

function status(context: CommandContext): Promise<number> {
  return withShop(context, context.config, async (shop) => {
    const { connected, url, source, key_end, readable, imported } = await shop.connection()
    if (!readable)
      throw new CommandError(
        'las claves guardadas están cifradas con otra clave secreta: conecte la tienda de nuevo',
      )
    if (!connected || url === null) {
      context.say('No hay una tienda conectada: `gondola woocommerce connect --url https://…`')
      return 0
    }
    const from = source === 'environment' ? 'del entorno' : 'guardada'
    context.say(`Tienda ${url}, clave …${key_end} (${from})${imported ? '' : '; todavía no se trajo entera'}`)
    const tried = await shop.test({ url })
    tellTest(tried, context)
    tellWebhooks(await shop.webhooks(), context)
    return tried.ok ? 0 : 1
  })
}

type Options = ReturnType<typeof optionsOf>

function optionsOf(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, strict: true }).values
  } catch (error) {
    throw error instanceof TypeError ? usageError(`no se entiende «${argv.join(' ')}»`) : error
  }
}

interface Given {
  readonly url: string
  readonly key: string
  readonly secret: string
}

/** The configuration without the store's own variables: here they are what is to be kept, not what wins over it. */
function settled(url: string | undefined): { config: Config; given: Given } {
  const { GONDOLA_WOOCOMMERCE_URL, [KEY]: key = '', [SECRET]: secret = '', ...rest } = process.env
  return { config: readConfig(rest), given: { url: url ?? GONDOLA_WOOCOMMERCE_URL ?? '', key, secret } }
}

const overridden = (): boolean =>
  [process.env.GONDOLA_WOOCOMMERCE_URL, process.env[KEY], process.env[SECRET]].every((value) => value)

/** Never as words of the command: those show in the list of processes and stay in the shell's history. */
async function asked({ url, key, secret }: Given): Promise<KeysGiven> {
  if (key && secret) return { url, key, secret }
  const input = hiddenInput()
  try {
    const keys = {
      key: await input.ask('Clave del cliente (ck_…): '),
      secret: await input.ask('Secreto (cs_…): '),
    }
    if (!/^ck_\w+$/.test(keys.key) || !/^cs_\w+$/.test(keys.secret))
      throw new CommandError('la clave empieza con ck_ y el secreto con cs_, como los muestra WooCommerce')
    return { url, ...keys }
  } finally {
    input.close()
  }
}

async function withShop(
  context: CommandContext,
  config: Config,
  work: (shop: ShopService, note: Note) => Promise<number>,
): Promise<number> {
  const store = await opened(config)
  try {
    const connection = connectionOf(store, config)
    const setting = jobsSetting(config, connection)
    const now = () => new Date()
    const { timeZone, publicUrl } = config
    const jobs = await openJobs({ ...setting, store, timeZone, now })
    const { mappingFile } = setting
    const shop = shopService({ store, connection, jobs, timeZone, publicUrl, mappingFile })
    const terminal = { ...NOBODY, email: 'gondola' }
    return await work(shop, (tx, change) => audit(tx, terminal, change, now()))
  } catch (error) {
    if (error instanceof CallError) throw new CommandError(reasonOf(error))
    throw error
  } finally {
    context.progress.done()
    await store.close()
  }
}

async function opened(config: Config): Promise<Store> {
  try {
    return await openConfigured(config)
  } catch (error) {
    if (!(error instanceof StoreError && error.code === 'locked')) throw error
    throw new CommandError(
      `${error.message}\nCon el servidor en marcha lo mismo se hace en Configuración → Conectar tienda.`,
    )
  }
}

const reasonOf = ({ message, errors }: CallError): string =>
  errors?.map((one) => `${one.path} ${one.message}`).join('; ') ?? message

const isPublic = (address: string): boolean => {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' && !/^(?:localhost|127\.|\[::1\])/.test(hostname)
}

function tellTest({ checks }: ShopTest, { say }: CommandContext): void {
  for (const { state, message } of checks) say(`  ${SIGNS[state]} ${message}`)
}

function tellWebhooks(
  { delivery_url, can_receive, asked: told, message, topics }: ShopWebhooks,
  context: CommandContext,
) {
  const { say } = context
  say(`Webhooks hacia ${delivery_url}${can_receive ? '' : ' (sin secreto: no se reciben)'}`)
  if (!told) {
    say(`  ${message || 'no se sabe cómo están'}`)
    return
  }
  for (const { topic, state, deliveries, last_delivery } of topics) {
    const last =
      last_delivery === null ? 'sin entregas' : `${deliveries} entregas, la última ${last_delivery} UTC`
    say(`  ${topic.padEnd(18)} ${STATES[state].padEnd(26)} ${last}`)
  }
}
