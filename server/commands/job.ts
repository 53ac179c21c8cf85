// `gondola job`: the jobs of the crons screen from a terminal; may import everything on the server's side.
import { parseArgs } from 'node:util'
import { CRON_KEYS, CRON_MONTHS_BACK } from '#contract/crons-columns.ts'
import { type Command, usageError } from '../command.ts'
import { sendCommand } from '../command-ipc/ask.ts'

export const command: Command = {
  name: 'job',
  usage: 'job list\n    job run CLAVE [--months-back N]',
  summary: `Muestra los crones, o corre uno ahora (${CRON_KEYS.join(', ')}); con --months-back, el mes de N meses atrás. Con el servidor en marcha se lo encarga a él.`,
  async run(argv, context) {
    const [verb, key, ...rest] = argv
    if (verb === 'list' && key === undefined) return sendCommand({ name: 'list' }, context)
    if (verb !== 'run' || key === undefined)
      throw usageError('se usa `gondola job list` o `gondola job run CLAVE [--months-back N]`')
    const known = CRON_KEYS.find((one) => one === key)
    if (!known) throw usageError(`no hay un cron «${key}»; hay ${CRON_KEYS.join(', ')}`)
    const monthsBack = monthsBackOf(rest)
    return sendCommand({ name: 'job', key: known, monthsBack }, context)
  },
}

function monthsBackOf(argv: readonly string[]): number | undefined {
  const text = optionsOf(argv)['months-back']
  if (text === undefined) return undefined
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (!(number <= CRON_MONTHS_BACK))
    throw usageError(`--months-back: tiene que ser un número entero entre 0 y ${CRON_MONTHS_BACK}`)
  return number
}

function optionsOf(argv: readonly string[]): { 'months-back'?: string } {
  try {
    return parseArgs({ args: [...argv], options: { 'months-back': { type: 'string' } }, strict: true }).values
  } catch (error) {
    throw error instanceof TypeError ? usageError(`no se entiende «${argv.join(' ')}»`) : error
  }
}
