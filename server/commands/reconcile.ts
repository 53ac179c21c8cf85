import { EARLIEST_MONTH, isMonth } from '#contract/month.ts'
import { type Command, parseWords, usageError } from '#server/terminal/command.ts'
import { sendCommand } from '../command-ipc/client.ts'

const OPTIONS = { month: { type: 'string' }, all: { type: 'boolean', default: false } } as const

export const command: Command = {
  name: 'reconcile',
  usage: 'reconcile [--month AAAA-MM]\n    reconcile --all',
  summary:
    'Compara las órdenes de la tienda con las guardadas, mes por mes, y repara lo que difiere: los meses que tocan hoy, un mes con --month, o todo con --all. Si el servidor está en marcha, lo hace él.',
  async run(argv, context) {
    const { month, all } = parseWords({ args: [...argv], options: OPTIONS }).values
    if (month !== undefined && all) throw usageError('--month y --all no van juntos')
    if (month !== undefined && !(isMonth(month) && month >= EARLIEST_MONTH))
      throw usageError(`--month: tiene que ser un mes como 2026-05, desde ${EARLIEST_MONTH}`)
    return sendCommand({ name: 'reconcile', month, all }, context)
  },
}
