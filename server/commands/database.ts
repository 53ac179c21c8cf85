import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { mebibytes, memoryShares } from '#server/config/memory.ts'
import {
  type Command,
  type CommandContext,
  parseWords,
  usageError,
  withoutPassword,
} from '#server/terminal/command.ts'
import { figureLines } from '../copies/figures.ts'
import { COMPANIONS, type Moved, moveDatabase } from '../copies/move.ts'
import { parsePlace, placeText } from '../copies/place.ts'
import { copyEvents } from '../copies/progress.ts'
import type { StoreOptions } from '../store/open.ts'

export const command: Command = {
  name: 'database move',
  usage: 'database move [--to CARPETA]',
  summary:
    'Muda la base configurada, con cuentas, roles, ajustes y todo lo demás, a otra vacía: PostgreSQL o una carpeta. El origen no cambia; hay que detener el servidor. Si se corta, al repetirlo sigue desde donde quedó. El destino se da en GONDOLA_MOVE_TO (postgres://… o una carpeta) o en el archivo que nombra GONDOLA_MOVE_TO_FILE; una carpeta, también en --to.',
  async run(argv, context) {
    const { values } = parseWords({ args: [...argv], options: { to: { type: 'string' } } })
    await move(values.to, context)
    return 0
  },
}

/** `target`: an address of PostgreSQL or a folder; by default GONDOLA_MOVE_TO. Throws a CommandError for any other text. */
async function move(target: string | undefined, context: CommandContext): Promise<void> {
  const { config, progress, say } = context
  const given = target === undefined ? undefined : withoutPassword('to', target, 'GONDOLA_MOVE_TO')
  const place = parsePlace(given ?? config.moveTo?.reveal() ?? '')
  if (!place)
    throw usageError('GONDOLA_MOVE_TO, o --to: tiene que ser una dirección postgres://… o una carpeta')
  const [from, to] = [sourceOf(config), withMemory(place, config)]
  if (placeText(from) === placeText(to)) throw usageError('--to: es la misma base que la configurada')
  // Personal data and password hashes, also in a shared folder.
  process.umask(0o077)
  const moved = await moveDatabase(from, to, copyEvents(progress))
  progress.done()
  for (const line of report(moved, from, to, config)) say(line)
}

const withMemory = (place: StoreOptions, { memory }: Config): StoreOptions => ({
  ...place,
  memoryLimit: `${mebibytes(memoryShares(memory).engine)}MiB`,
})

const sourceOf = (config: Config): StoreOptions =>
  withMemory(
    config.databaseUrl ? { databaseUrl: config.databaseUrl.reveal() } : { dataDir: config.dataDir },
    config,
  )

function report(moved: Moved, from: StoreOptions, to: StoreOptions, config: Config): string[] {
  const [source, target] = [placeText(from), placeText(to)]
  if (!moved.isNew)
    return [
      `La mudanza de ${source} a ${target} ya había terminado: no se tocó nada.`,
      ...nextSteps(moved, from, to, config),
    ]
  const rows = [...moved.tables].map(
    ([name, count]) => `  ${name.padEnd(24)} ${count.toLocaleString('es-AR').padStart(13)}`,
  )
  return [
    `La mudanza de ${source} a ${target} terminó. El origen quedó como estaba.`,
    '',
    'Filas por tabla, iguales en los dos lados (comparado su contenido):',
    ...rows,
    '',
    'Órdenes y venta neta por mes y estado, iguales en los dos lados:',
    ...figureLines(moved.figures),
    '',
    ...nextSteps(moved, from, to, config),
  ]
}

function nextSteps({ files }: Moved, from: StoreOptions, to: StoreOptions, config: Config): string[] {
  const setting =
    to.dataDir === undefined
      ? 'poner la dirección del destino en GONDOLA_DATABASE_URL'
      : `poner GONDOLA_DATA_DIR=${to.dataDir} y quitar GONDOLA_DATABASE_URL`
  const steps = [
    `${setting}, e iniciar Góndola`,
    ...keySteps(files, from, to, config),
    'guardar el origen hasta haber visto las cifras en el destino; no volver a iniciar Góndola en él',
  ]
  return ['Falta:', ...steps.map((step, index) => `  ${index + 1}. ${step}.`)]
}

/** Secrets in the database are encrypted with a key that is not in it. */
function keySteps(files: readonly string[], from: StoreOptions, to: StoreOptions, config: Config): string[] {
  if (config.secretKey) return ['pasar la misma GONDOLA_SECRET_KEY al servidor del destino']
  if (files.length > 0) return [`nada con las claves: se copiaron también ${files.join(' y ')}`]
  if (to.dataDir !== undefined || from.dataDir === undefined) return []
  const [key, mapping] = COMPANIONS.map((name) => join(config.dataDir, name))
  return [
    ...(key && existsSync(key)
      ? [
          `poner el contenido de ${key} en GONDOLA_SECRET_KEY de cada servidor: con él están cifradas las claves de la tienda y las sesiones`,
        ]
      : []),
    ...(mapping && existsSync(mapping)
      ? [`copiar ${mapping} a GONDOLA_DATA_DIR de cada servidor que use otra carpeta`]
      : []),
  ]
}
