// `gondola import woocommerce`: the whole shop, over its REST API or from files; may import everything on the server's side.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Command, type CommandContext, CommandError, usageError } from '../command.ts'
import { importShop } from '../ingest/import.ts'
import { MappingError, readMapping } from '../ingest/import-mapping.ts'
import { reportLines } from '../ingest/import-text.ts'
import { ShopError } from '../sources/woocommerce/errors.ts'
import { filesShop } from '../sources/woocommerce/json-lines.ts'
import { restShop } from '../sources/woocommerce/rest.ts'
import type { Shop } from '../sources/woocommerce/shop.ts'

const OPTIONS = {
  url: { type: 'string' },
  files: { type: 'string' },
  mapping: { type: 'string' },
  currency: { type: 'string' },
} as const

type Options = { -readonly [Name in keyof typeof OPTIONS]?: string }

export const command: Command = {
  name: 'import woocommerce',
  usage: `import woocommerce [--url URL] [--mapping ARCHIVO]
    import woocommerce --files CARPETA [--currency ARS] [--mapping ARCHIVO]`,
  summary:
    'Trae la tienda entera: productos, clientes, cupones, órdenes y reembolsos. Con GONDOLA_WOOCOMMERCE_URL, _KEY y _SECRET la lee por su API; con --files, de archivos orders_full.jsonl(.gz) y demás. Se puede detener y repetir: sigue desde donde quedó y no duplica nada. El mapeo (distribuidores, empresas, beneficios) sale de --mapping o de mapping.json en la carpeta de datos.',
  async run(argv, context) {
    const options = readOptions(argv)
    // In place of the variable, so that keys in the environment need no address beside them.
    if (options.url !== undefined) process.env.GONDOLA_WOOCOMMERCE_URL = options.url
    const { config } = context
    try {
      const shop = await shopOf(options, context)
      return await context.withStore(async (store) => {
        try {
          const report = await importShop({
            store,
            shop,
            mapping: await readMapping(
              store,
              options.mapping ?? join(config.dataDir, 'mapping.json'),
              options.mapping !== undefined,
            ),
            timeZone: config.timeZone,
            progress: context.progress,
            ...(options.currency === undefined ? {} : { currency: options.currency }),
            say: context.say,
          })
          for (const line of reportLines(report)) context.say(line)
          return 0
        } finally {
          context.progress.done()
          shop.close()
        }
      })
    } catch (error) {
      if (error instanceof ShopError || error instanceof MappingError) throw new CommandError(error.message)
      throw error
    }
  },
}

function readOptions(argv: readonly string[]): Options {
  const options = parse(argv)
  if (options.files !== undefined && options.url !== undefined)
    throw usageError('--files y --url no van juntos')
  if (options.currency !== undefined && !/^[A-Za-z]{3}$/.test(options.currency))
    throw usageError('--currency: tiene que ser un código de tres letras, como ARS')
  return options
}

function parse(argv: readonly string[]): Options {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, strict: true }).values
  } catch (error) {
    throw error instanceof TypeError ? usageError(`no se entiende «${argv.join(' ')}»`) : error
  }
}

async function shopOf({ files }: Options, { config }: CommandContext): Promise<Shop> {
  if (files !== undefined) return filesShop(files)
  const { wooCommerce } = config
  if (!wooCommerce)
    throw usageError(
      'falta la tienda: GONDOLA_WOOCOMMERCE_URL, GONDOLA_WOOCOMMERCE_KEY y GONDOLA_WOOCOMMERCE_SECRET, o --files CARPETA',
    )
  return restShop({
    url: wooCommerce.url,
    key: wooCommerce.key.reveal(),
    secret: wooCommerce.secret.reveal(),
  })
}
