// `gondola demo`: fills the store with a generated shop of any size; may import everything on the server's side.
import { parseArgs } from 'node:util'
import { EARLIEST_MONTH, lastMonths } from '#contract/month.ts'
import { type Command, CommandError, usageError } from '../command.ts'
import { addDemoUsers, type DemoUser } from '../demo-users.ts'
import { DEMO_DEFAULTS, type DemoReport, lastWholeMonth, makeDemo, NotEmptyError } from '../ingest/demo.ts'

const OPTIONS = {
  orders: { type: 'string' },
  months: { type: 'string' },
  seed: { type: 'string' },
  force: { type: 'boolean', default: false },
} as const

const LIMITS = { orders: [1, 20_000_000], months: [1, 600], seed: [0, 2 ** 31 - 1] } as const

export const command: Command = {
  name: 'demo',
  usage: 'demo [--orders N] [--months M] [--seed S] [--force]',
  summary: `Llena la base con un comercio inventado (${DEMO_DEFAULTS.orders} órdenes en ${DEMO_DEFAULTS.months} meses, salvo que se pida otra cosa); con --force también en lugar de los datos de una tienda.`,
  async run(argv, context) {
    const { force, ...size } = readOptions(argv)
    const { timeZone } = context.config
    const until = lastWholeMonth(timeZone)
    if ((lastMonths(until, size.months)[0] ?? until) < EARLIEST_MONTH)
      throw usageError(`--months: la historia no puede empezar antes de ${EARLIEST_MONTH}`)
    return context.withStore(async (store) => {
      const started = performance.now()
      const options = { ...size, until, timeZone }
      const report = await makeDemo(store, options, context.progress, { replace: force }).catch(explain)
      context.say(summaryOf(report, performance.now() - started))
      for (const line of userLines(await addDemoUsers(store))) context.say(line)
      return 0
    })
  },
}

function readOptions(argv: readonly string[]) {
  const values = parse(argv)
  const whole = (name: keyof typeof LIMITS): number => {
    const text = values[name]
    const [least, most] = LIMITS[name]
    if (text === undefined) return DEMO_DEFAULTS[name]
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
    if (!(number >= least && number <= most))
      throw usageError(`--${name}: tiene que ser un número entero entre ${least} y ${most}`)
    return number
  }
  return { orders: whole('orders'), months: whole('months'), seed: whole('seed'), force: values.force }
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, strict: true }).values
  } catch (error) {
    const unknown = argv.find((word) => !(word.replace(/^--|=.*$/g, '') in OPTIONS)) ?? argv.join(' ')
    throw error instanceof TypeError ? usageError(`no se entiende «${unknown}»`) : error
  }
}

function explain(error: unknown): never {
  if (!(error instanceof NotEmptyError)) throw error
  throw new CommandError(
    'la base ya tiene los datos de una tienda y los de demostración no se mezclan con ellos; usar otra carpeta con GONDOLA_DATA_DIR, o --force para borrarlos y reemplazarlos',
  )
}

function summaryOf({ orders, customers, from, until }: DemoReport, milliseconds: number): string {
  const [ordersText, customersText] = [orders, customers].map((count) => count.toLocaleString('es-AR'))
  const seconds = (milliseconds / 1000).toLocaleString('es-AR', { maximumFractionDigits: 1 })
  return `Listo: ${ordersText} órdenes y ${customersText} clientes inventados, de ${from} a ${until}, en ${seconds} s.`
}

/** What the terminal shows of the demo's users, one line each. */
export const userLines = (users: readonly DemoUser[]): string[] =>
  users.length === 0
    ? []
    : [
        'Usuarios de demostración:',
        ...users.map(({ email, password, role }) => `  ${email.padEnd(20)} ${password}   ${role}`),
      ]
