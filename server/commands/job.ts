import { CRON_KEYS, CRON_MONTHS_BACK } from '#contract/cron-states.ts'
import { type Command, integerOption, parseWords, usageError } from '#server/terminal/command.ts'
import { sendCommand } from '../command-ipc/client.ts'

export const command: Command = {
  name: 'job',
  usage: 'job list\n    job run CLAVE [--months-back N]',
  summary: `Muestra los crones, o corre uno ahora (${CRON_KEYS.join(', ')}); con --months-back, el mes de N meses atrás. Si el servidor está en marcha, lo hace él.`,
  async run(argv, context) {
    const [verb, word, ...args] = argv
    if (verb === 'list' && word === undefined) return sendCommand({ name: 'list' }, context)
    if (verb !== 'run' || word === undefined)
      throw usageError('se usa `gondola job list` o `gondola job run CLAVE [--months-back N]`')
    const key = CRON_KEYS.find((known) => known === word)
    if (!key) throw usageError(`no hay un cron «${word}»; hay ${CRON_KEYS.join(', ')}`)
    const { values } = parseWords({ args, options: { 'months-back': { type: 'string' } } })
    const text = values['months-back']
    const monthsBack =
      text === undefined ? undefined : integerOption('months-back', text, 0, CRON_MONTHS_BACK)
    return sendCommand({ name: 'job', key, monthsBack }, context)
  },
}
