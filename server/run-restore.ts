// `gondola restore`: puts a backup in the place of the database, or tries one out beside it.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { placeOfDatabase, storageOf, workFolderOf } from './backups.ts'
import type { CommandContext } from './command.ts'
import { restoreDrill } from './copies/drill.ts'
import type { FetchedBackup } from './copies/fetch-backup.ts'
import { figureLines } from './copies/figures.ts'
import { copyEvents } from './copies/progress.ts'
import { restoreBackup } from './copies/restore.ts'

interface RestoreWords {
  readonly wanted: string | undefined
  readonly force: boolean
}

export async function runRestore({ wanted, force }: RestoreWords, context: CommandContext): Promise<void> {
  const { config, say } = context
  // Personal data and password hashes, also in a shared folder.
  process.umask(0o077)
  const deps = {
    ...fetchDeps(context),
    place: placeOfDatabase(config),
    workFolder: workFolderOf(config),
    dataDir: config.dataDir,
    now: () => new Date(),
    ...copyEvents(context.progress),
  }
  const restored = await restoreBackup(deps, { wanted, force })
  context.progress.done()
  say(`La base es ahora la de la copia ${restored.name}. ${comparedText(restored)}`)
  if (restored.aside) say(`Los datos de antes quedaron en ${restored.aside}: se borran a mano.`)
  for (const line of salesLines(restored)) say(line)
  say('Falta:')
  say('  1. iniciar Góndola: la sincronización trae lo que cambió en la tienda desde entonces.')
  say('  2. repetir `gondola person forget` con las personas borradas desde entonces.')
  if (!config.secretKey && !existsSync(join(config.dataDir, 'secret.key')))
    say('  3. volver a poner secret.key o GONDOLA_SECRET_KEY; sin la clave, conectar la tienda de nuevo.')
}

export async function runDrill(wanted: string | undefined, context: CommandContext): Promise<void> {
  const { dataDir, timeZone } = context.config
  process.umask(0o077)
  const drill = await restoreDrill({ ...fetchDeps(context), dataDir, timeZone }, wanted)
  context.say(`La copia ${drill.name} sirve. ${comparedText(drill)}`)
  context.say(
    `Un servidor iniciado con ella respondió las ventas de ${drill.months === 1 ? '1 mes' : `${drill.months} meses`}, iguales a sus filas. La base en uso no se tocó.`,
  )
  for (const line of salesLines(drill)) context.say(line)
}

const fetchDeps = ({ config }: CommandContext) => ({
  storage: storageOf(config),
  key: config.backupKey?.reveal(),
})

const comparedText = ({ isCompared }: FetchedBackup): string =>
  isCompared
    ? 'Sus filas son las que se copiaron, comparadas una por una.'
    : 'Es de una versión que no guardaba sumas de control: sólo se comprobó que abre.'

const salesLines = ({ figures }: FetchedBackup): string[] => [
  'Órdenes y venta neta por mes y estado:',
  ...figureLines(figures),
]
