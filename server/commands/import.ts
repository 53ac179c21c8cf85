// `gondola import woocommerce`: the whole shop, from its REST API, files or database.
import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import {
  type Command,
  type CommandContext,
  CommandError,
  parseWords,
  usageError,
  withoutPassword,
} from '#server/terminal/command.ts'
import { checkCurrency, runImport, withSourceErrors } from '#server/terminal/run-import.ts'
import type { Source } from '../ingest/source.ts'
import { MappingError, readMapping } from '../shop/read-mapping.ts'
import { filesShop } from '../sources/woocommerce/json-lines.ts'
import { wooCommerceSource } from '../sources/woocommerce/source.ts'
import type { Store } from '../store/store.ts'

const OPTIONS = {
  url: { type: 'string' },
  files: { type: 'string' },
  mysql: { type: 'string' },
  mapping: { type: 'string' },
  currency: { type: 'string' },
  complete: { type: 'boolean' },
} as const

type Options = ReturnType<typeof readOptions>

export const command: Command = {
  name: 'import woocommerce',
  usage: `import woocommerce [--url URL] [--mapping ARCHIVO]
    import woocommerce --files CARPETA [--complete] [--currency ARS] [--mapping ARCHIVO]
    import woocommerce --mysql [--mapping ARCHIVO]`,
  summary:
    'Trae la tienda entera: productos, clientes, cupones, órdenes y reembolsos. De la tienda conectada (o la de GONDOLA_WOOCOMMERCE_URL, _KEY y _SECRET) la lee por su API, y si el servidor está en marcha lo hace él; con --files, de archivos orders_full.jsonl(.gz) y demás, que agregan y actualizan (con --complete son la tienda entera, y lo que falta en ellos se quita); con --mysql, directamente de su base MySQL o MariaDB, sin escribir en ella: su dirección está en GONDOLA_MYSQL_URL o en el archivo que nombra GONDOLA_MYSQL_URL_FILE, donde ningún listado de procesos la muestra. Se puede detener y repetir: sigue desde donde quedó y no duplica nada. El mapeo (distribuidores, empresas, beneficios) sale de --mapping o de mapping.json en la carpeta de datos.',
  async run(argv, context) {
    const options = readOptions(argv)
    // Replaces the variable, so that keys in the environment need no address beside them.
    if (options.url !== undefined) process.env.GONDOLA_WOOCOMMERCE_URL = options.url
    try {
      if (isPlain(options) && (await importInServer(context))) return 0
      return await withSourceErrors(async () =>
        runImport(context, await sourceOf(options, context), options.currency),
      )
    } catch (error) {
      if (error instanceof MappingError) throw new CommandError(error.message)
      throw error
    }
  },
}

function readOptions(argv: readonly string[]) {
  // `--mysql` without an address: it comes from the environment.
  const args = argv.map((word, index) =>
    word === '--mysql' && (argv[index + 1] ?? '--').startsWith('--') ? '--mysql=' : word,
  )
  const options = parseWords({ args, options: OPTIONS }).values
  if ([options.files, options.url, options.mysql].filter((source) => source !== undefined).length > 1)
    throw usageError('--files, --url y --mysql no van juntos')
  if (options.complete && options.files === undefined) throw usageError('--complete va con --files')
  checkCurrency(options.currency)
  return options
}

/** Reports wrong options before the store is opened; loads only the requested kind of reader. */
async function sourceOf(
  { files, mysql, mapping, complete }: Options,
  { config }: CommandContext,
): Promise<(store: Store) => Promise<Source>> {
  const mappingFile = mapping ?? join(config.dataDir, 'mapping.json')
  const mappingOf = (store: Store) => () =>
    readMapping(store, mappingFile, { mustExist: mapping !== undefined })
  if (files !== undefined) {
    const shop = await filesShop(files, { complete: complete ?? false })
    return async (store) => wooCommerceSource(shop, mappingOf(store))
  }
  if (mysql !== undefined) {
    const { mysqlAddress } = await import('../sources/woocommerce/mysql/address.ts')
    const { mysqlShop } = await import('../sources/woocommerce/mysql/read-shop.ts')
    const url = withoutPassword('mysql', mysql, 'GONDOLA_MYSQL_URL') || config.mysqlUrl?.reveal()
    if (!url) throw usageError('falta la dirección de la base, en GONDOLA_MYSQL_URL')
    const address = mysqlAddress(url)
    return async (store) => {
      const readCurrent = mappingOf(store)
      return wooCommerceSource(await mysqlShop(address, await readCurrent()), readCurrent)
    }
  }
  const { NO_SHOP } = await import('../command-ipc/woocommerce.ts')
  const { openConnection } = await import('../shop/connection.ts')
  return async (store) => {
    const connection = openConnection(store, config)
    const source = await connection.openSource(mappingOf(store))
    if (source) return source
    throw new CommandError(
      (await connection.read()).unreadable ? NO_SHOP.sealed : `${NO_SHOP.none}; o --files CARPETA, o --mysql`,
    )
  }
}

/** The connected shop as it is: a running server can do that as well. */
const isPlain = ({ url: _, ...more }: Options): boolean => Object.keys(more).length === 0

async function importInServer(context: CommandContext): Promise<boolean> {
  const { sendToServer } = await import('../command-ipc/client.ts')
  return sendToServer({ name: 'import', ...url(context.config) }, context)
}

const url = ({ wooCommerce }: Config) => (wooCommerce ? { url: wooCommerce.url } : {})
