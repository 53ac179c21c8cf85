import { storageOf } from '#server/start/backups.ts'
import { type Command, usageError } from '#server/terminal/command.ts'
import { sendCommand } from '../command-ipc/client.ts'

export const command: Command = {
  name: 'backup',
  usage: 'backup\n    backup list',
  summary:
    'Hace ahora una copia de seguridad, la compara con la base y la lee de nuevo; o muestra las que hay. Va a GONDOLA_BACKUP_TO, cifrada si hay GONDOLA_BACKUP_KEY. Si el servidor está en marcha, lo hace él.',
  async run([verb, ...rest], context) {
    if (verb === undefined) return sendCommand({ name: 'job', key: 'backup', monthsBack: undefined }, context)
    if (verb !== 'list' || rest.length > 0)
      throw usageError('se usa `gondola backup` o `gondola backup list`')
    const storage = storageOf(context.config)
    const files = (await storage.list()).sort((one, other) => one.name.localeCompare(other.name))
    context.say(
      files.length > 0
        ? `Copias en ${storage.place}: ${files.length}`
        : `No hay copias en ${storage.place}; con \`gondola backup\` se hace una.`,
    )
    for (const { name, bytes } of files) context.say(`  ${name.padEnd(36)} ${megabytes(bytes)} MB`)
    return 0
  },
}

const megabytes = (bytes: number) =>
  (bytes / 1_048_576).toLocaleString('es-AR', { maximumFractionDigits: 1 }).padStart(10)
