// `gondola woocommerce`: connects a store, makes its webhooks and tells how both stand; may import everything on the server's side.
import { parseArgs } from 'node:util'
import { type Command, type CommandContext, CommandError, usageError } from '../command.ts'
import { sendCommand } from '../command-ipc/ask.ts'
import { isPublic } from '../command-ipc/shop.ts'
import { readConfig } from '../config.ts'
import { hiddenInput } from '../hidden-input.ts'

const OPTIONS = {
  url: { type: 'string' },
  'delivery-url': { type: 'string' },
  'no-webhooks': { type: 'boolean', default: false },
} as const

const KEY = 'GONDOLA_WOOCOMMERCE_KEY'
const SECRET = 'GONDOLA_WOOCOMMERCE_SECRET'

export const command: Command = {
  name: 'woocommerce',
  usage: `woocommerce connect [--url https://tienda…] [--delivery-url https://gondola…] [--no-webhooks]
    woocommerce status`,
  summary: `Conecta la tienda: prueba las claves, las guarda cifradas y crea o reactiva sus webhooks, que llegan a GONDOLA_PUBLIC_URL o a --delivery-url. Las claves se escriben sin que se vean, o vienen en ${KEY} y ${SECRET}; repetirlo con otras las cambia. «status» dice cómo está todo. Con el servidor en marcha se lo encarga a él.`,
  async run(argv, context) {
    const [verb, ...rest] = argv
    if (verb === 'connect') return connect(optionsOf(rest), context)
    if (verb === 'status' && rest.length === 0) return sendCommand({ name: 'shop' }, context)
    throw usageError('se usa `gondola woocommerce connect --url URL` o `gondola woocommerce status`')
  },
}

async function connect(options: Options, context: CommandContext): Promise<number> {
  // Without the store's own variables: here they are what is to be kept, not what wins over it.
  const { GONDOLA_WOOCOMMERCE_URL, [KEY]: key = '', [SECRET]: secret = '', ...rest } = process.env
  const config = readConfig(rest)
  const url = options.url ?? GONDOLA_WOOCOMMERCE_URL
  const deliveryUrl = options['delivery-url'] ?? (isPublic(config.publicUrl) ? config.publicUrl : undefined)
  const shop = {
    ...(await asked(key, secret)),
    ...(url && { url }),
    ...(deliveryUrl && { deliveryUrl }),
    webhooks: !options['no-webhooks'],
  }
  const { say, progress, withStore } = context
  const code = await sendCommand({ name: 'connect', shop }, { config, say, progress, withStore })
  if (GONDOLA_WOOCOMMERCE_URL && key && secret)
    say('Atención: lo que dice GONDOLA_WOOCOMMERCE_* en el entorno del servidor vale más que lo guardado.')
  return code
}

type Options = ReturnType<typeof optionsOf>

function optionsOf(argv: readonly string[]) {
  const options = parse(argv)
  const delivery = options['delivery-url']
  if (delivery !== undefined && !/^https?:\/\/./.test(URL.canParse(delivery) ? delivery : ''))
    throw usageError('--delivery-url: tiene que ser una dirección https://…')
  return options
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, strict: true }).values
  } catch (error) {
    throw error instanceof TypeError ? usageError(`no se entiende «${argv.join(' ')}»`) : error
  }
}

/** Never as words of the command: those show in the list of processes and stay in the shell's history. */
async function asked(key: string, secret: string): Promise<{ key: string; secret: string }> {
  if (key && secret) return { key, secret }
  const input = hiddenInput()
  try {
    const keys = {
      key: await input.ask('Clave del cliente (ck_…): '),
      secret: await input.ask('Secreto (cs_…): '),
    }
    if (!/^ck_\w+$/.test(keys.key) || !/^cs_\w+$/.test(keys.secret))
      throw new CommandError('la clave empieza con ck_ y el secreto con cs_, como los muestra WooCommerce')
    return keys
  } finally {
    input.close()
  }
}
