import { withSecretFiles } from '#server/config/config.ts'
import {
  type Command,
  type CommandContext,
  CommandError,
  configure,
  parseWords,
  usageError,
} from '#server/terminal/command.ts'
import { hiddenInput } from '#server/terminal/hidden-input.ts'
import { sendCommand } from '../command-ipc/client.ts'
import { isPublic } from '../command-ipc/woocommerce.ts'

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
  summary: `Conecta la tienda: prueba las claves, las guarda cifradas y crea o reactiva sus webhooks, que llegan a GONDOLA_PUBLIC_URL o a --delivery-url. Las claves se escriben sin que se vean, o vienen en ${KEY} y ${SECRET}; repetirlo con otras las cambia. «status» dice cómo está todo. Si el servidor está en marcha, lo hace él.`,
  async run(argv, context) {
    const [verb, ...args] = argv
    if (verb === 'connect') return connect(args, context)
    if (verb === 'status' && args.length === 0) return sendCommand({ name: 'shop' }, context)
    throw usageError('se usa `gondola woocommerce connect --url URL` o `gondola woocommerce status`')
  },
}

async function connect(args: string[], { say, progress, withStore }: CommandContext): Promise<number> {
  const options = parseWords({ args, options: OPTIONS }).values
  const delivery = options['delivery-url']
  if (delivery !== undefined && !/^https?:\/\/./.test(URL.canParse(delivery) ? delivery : ''))
    throw usageError('--delivery-url: tiene que ser una dirección https://…')
  // In this command the shop's variables are the values to save; elsewhere they override the saved ones.
  const {
    GONDOLA_WOOCOMMERCE_URL,
    [KEY]: key = '',
    [SECRET]: secret = '',
    ...rest
  } = withSecretFiles(process.env).given
  const config = configure(rest)
  const url = options.url ?? GONDOLA_WOOCOMMERCE_URL
  const deliveryUrl = delivery ?? (isPublic(config.publicUrl) ? config.publicUrl : undefined)
  const shop = {
    ...(key && secret ? { key, secret } : await askForKeys()),
    ...(url && { url }),
    ...(deliveryUrl && { deliveryUrl }),
    webhooks: !options['no-webhooks'],
  }
  const code = await sendCommand({ name: 'connect', shop }, { config, say, progress, withStore })
  if (GONDOLA_WOOCOMMERCE_URL && key && secret)
    say('Atención: lo que dice GONDOLA_WOOCOMMERCE_* en el entorno del servidor vale más que lo guardado.')
  return code
}

/** Keys are never options: options show in the process list and stay in the shell's history. */
async function askForKeys(): Promise<{ key: string; secret: string }> {
  const input = hiddenInput()
  try {
    const key = await input.ask('Clave del cliente (ck_…): ')
    const secret = await input.ask('Secreto (cs_…): ')
    if (!/^ck_\w+$/.test(key) || !/^cs_\w+$/.test(secret))
      throw new CommandError('la clave empieza con ck_ y el secreto con cs_, como los muestra WooCommerce')
    return { key, secret }
  } finally {
    input.close()
  }
}
