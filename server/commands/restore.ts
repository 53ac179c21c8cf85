import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { placeOfDatabase, storageOf, workFolderOf } from '#server/start/backups.ts'
import { type Command, type CommandContext, parseWords, usageError } from '#server/terminal/command.ts'
import { restoreDrill } from '../copies/drill.ts'
import type { FetchedBackup } from '../copies/fetch-backup.ts'
import { figureLines } from '../copies/figures.ts'
import { copyEvents } from '../copies/progress.ts'
import { restoreBackup } from '../copies/restore.ts'

const OPTIONS = {
  force: { type: 'boolean', default: false },
  drill: { type: 'boolean', default: false },
} as const

export const command: Command = {
  name: 'restore',
  usage: 'restore [COPIA] [--force]\n    restore [COPIA] --drill',
  summary:
    'Vuelve a una copia de seguridad, por su nombre o archivo; si no se dice, la más nueva. Hay que detener el servidor. Con datos en la base pide --force y los deja aparte. Con --drill sólo la prueba: inicia un servidor con ella y compara sus cifras, sin tocar la base.',
  async run(argv, context) {
    const { values, positionals } = parseWords({ args: [...argv], options: OPTIONS, allowPositionals: true })
    const { force, drill } = values
    if (positionals.length > 1 || (force && drill))
      throw usageError('se usa `gondola restore [COPIA] [--force]` o `gondola restore [COPIA] --drill`')
    const [wanted] = positionals
    await (drill ? tryOut(wanted, context) : restore(wanted, force, context))
    return 0
  },
}

async function restore(wanted: string | undefined, force: boolean, context: CommandContext): Promise<void> {
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
  const steps = nextSteps(config)
  for (const [index, step] of ['Falta:', ...steps].entries()) say(index === 0 ? step : `  ${index}. ${step}`)
}

const nextSteps = ({ dataDir, secretKey }: Config): string[] => [
  ...(process.getuid?.() === 0
    ? [`si el servicio corre con otro usuario, darle la carpeta: chown -R USUARIO ${resolve(dataDir)}`]
    : []),
  'iniciar Góndola: la sincronización trae lo que cambió en la tienda desde entonces.',
  'repetir `gondola person forget` con las personas borradas desde entonces.',
  'revisar Configuración → Usuarios, también Programas: cuentas, sesiones, tokens y enlaces que terminaron desde entonces valen otra vez.',
  ...(secretKey || existsSync(join(dataDir, 'secret.key'))
    ? []
    : ['volver a poner secret.key o GONDOLA_SECRET_KEY; sin la clave, conectar la tienda de nuevo.']),
]

async function tryOut(wanted: string | undefined, context: CommandContext): Promise<void> {
  const { dataDir, timeZone } = context.config
  process.umask(0o077)
  const place = placeOfDatabase(context.config)
  const drill = await restoreDrill({ ...fetchDeps(context), place, dataDir, timeZone }, wanted)
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
