// `gondola reconcile`: holds the shop against what is stored, and mends; may import everything on the server's side.
import { parseArgs } from 'node:util'
import { EARLIEST_MONTH, isMonth } from '#contract/month.ts'
import { type Command, usageError } from '../command.ts'
import { sendCommand } from '../command-ipc/ask.ts'

export const command: Command = {
  name: 'reconcile',
  usage: 'reconcile [--month AAAA-MM]\n    reconcile --all',
  summary:
    'Compara las órdenes de la tienda con las guardadas, mes por mes, y repara lo que difiere: los meses que tocan hoy, un mes con --month, o todo con --all. Con el servidor en marcha se lo encarga a él.',
  async run(argv, context) {
    const { month, all = false } = optionsOf(argv)
    if (month !== undefined && all) throw usageError('--month y --all no van juntos')
    if (month !== undefined && !(isMonth(month) && month >= EARLIEST_MONTH))
      throw usageError(`--month: tiene que ser un mes como 2026-05, desde ${EARLIEST_MONTH}`)
    return sendCommand({ name: 'reconcile', month, all }, context)
  },
}

function optionsOf(argv: readonly string[]): { month?: string; all?: boolean } {
  try {
    const options = { month: { type: 'string' }, all: { type: 'boolean' } } as const
    return parseArgs({ args: [...argv], options, strict: true }).values
  } catch (error) {
    throw error instanceof TypeError ? usageError(`no se entiende «${argv.join(' ')}»`) : error
  }
}
