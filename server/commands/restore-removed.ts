import { REMOVAL_COLLECTIONS } from '#contract/removal-states.ts'
import { type Command, parseWords, usageError } from '#server/terminal/command.ts'
import { sendCommand } from '../command-ipc/client.ts'

const OPTIONS = {
  collection: { type: 'string' },
  all: { type: 'boolean', default: false },
} as const

export const command: Command = {
  name: 'restore-removed',
  usage: `restore-removed
    restore-removed [--collection orders] NÚMERO…
    restore-removed [--collection orders] --all`,
  summary:
    'Devuelve a las cifras registros que se quitaron porque ya no están en la tienda, hasta 30 días después: los nombrados o todos. Sin nada más, los lista. Si el servidor está en marcha, lo hace él.',
  async run(argv, context) {
    const { values, positionals } = parseWords({ args: [...argv], options: OPTIONS, allowPositionals: true })
    const collection = REMOVAL_COLLECTIONS.find((one) => one === values.collection)
    if (values.collection !== undefined && collection === undefined)
      throw usageError(`--collection: tiene que ser ${REMOVAL_COLLECTIONS.join(', ')}`)
    const ids = positionals.map(Number)
    if (!ids.every((id) => Number.isSafeInteger(id) && id > 0))
      throw usageError('restore-removed: se esperan números de registros')
    if (values.all && ids.length > 0) throw usageError('--all y números no van juntos')
    const list = ids.length === 0 && !values.all
    const chosen = ids.length > 0 ? { ids } : {}
    return sendCommand({ name: 'restore-removed', collection, list, ...chosen }, context)
  },
}
