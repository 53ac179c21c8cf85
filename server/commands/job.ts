// `gondola job`: the jobs of the crons screen from a terminal; may import everything on the server's side.
import { parseArgs } from 'node:util'
import { CRON_KEYS, CRON_MONTHS_BACK, type CronState } from '#contract/crons-columns.ts'
import { type Command, type CommandContext, CommandError, usageError } from '../command.ts'
import { type Jobs, openJobs } from '../ingest/jobs/jobs.ts'
import { connectionOf, jobsSetting } from '../jobs-setting.ts'

const STATES: Record<CronState, string> = {
  ready: 'listo',
  runing: 'en curso',
  success: 'bien',
  failed: 'falló',
  waiting: 'en espera',
  warning: 'con aviso',
}

export const command: Command = {
  name: 'job',
  usage: 'job list\n    job run CLAVE [--months-back N]',
  summary: `Muestra los crones, o corre uno ahora (${CRON_KEYS.join(', ')}); con --months-back, el mes de N meses atrás.`,
  async run(argv, context) {
    const [verb, key, ...rest] = argv
    if (verb === 'list' && key === undefined) return withJobs(context, (jobs) => list(jobs, context))
    if (verb !== 'run' || key === undefined)
      throw usageError('se usa `gondola job list` o `gondola job run CLAVE [--months-back N]`')
    if (!CRON_KEYS.some((known) => known === key))
      throw usageError(`no hay un cron «${key}»; hay ${CRON_KEYS.join(', ')}`)
    const monthsBack = monthsBackOf(rest)
    return withJobs(context, (jobs) => runNow(jobs, key, monthsBack, context))
  },
}

/** PostgreSQL serves a terminal beside its servers; an embedded database has one process. */
const withJobs = (context: CommandContext, work: (jobs: Jobs) => Promise<number>): Promise<number> =>
  context.withStore(async (store) => {
    const { config } = context
    const now = () => new Date()
    const setting = jobsSetting(config, connectionOf(store, config))
    return work(await openJobs({ ...setting, store, timeZone: config.timeZone, now }))
  })

async function list(jobs: Jobs, { say }: CommandContext): Promise<number> {
  say(
    `${'CLAVE'.padEnd(15)} ${'CRON'.padEnd(20)} ${'ESTADO'.padEnd(10)} ${'ÚLTIMA (UTC)'.padEnd(20)} HORARIO`,
  )
  for (const { key, label, state, last_run, schedule, message } of await jobs.list()) {
    say(
      `${key.padEnd(15)} ${label.padEnd(20)} ${STATES[state].padEnd(10)} ${(last_run ?? '—').padEnd(20)} ${schedule}`,
    )
    if (message !== '') say(`${' '.repeat(16)}${message}`)
  }
  return 0
}

async function runNow(
  jobs: Jobs,
  key: string,
  monthsBack: number | undefined,
  { say, progress }: CommandContext,
): Promise<number> {
  const outcome = await jobs.start(key, { monthsBack, progress })
  if (outcome !== 'started') throw new CommandError(`el cron «${key}» ya está en curso`)
  const ending = (await jobs.settled()).get(key)
  if (!ending) throw new CommandError(`el cron «${key}» terminó sin decir cómo`)
  if (ending.state === 'failed') throw new CommandError(ending.message)
  say(`${STATES[ending.state]}: ${ending.message}`)
  return 0
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
