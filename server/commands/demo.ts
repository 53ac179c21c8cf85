import { EARLIEST_MONTH, lastMonths } from '#contract/month.ts'
import { replaceWithDemo } from '#server/start/fill-with-demo.ts'
import {
  DEMO_DEFAULTS,
  type DemoReport,
  demoEnd,
  lastFullMonth,
  NotEmptyError,
} from '#server/start/make-demo.ts'
import {
  type Command,
  CommandError,
  integerOption,
  parseWords,
  usageError,
} from '#server/terminal/command.ts'
import type { Store } from '../store/store.ts'

const { orders, months, seed } = DEMO_DEFAULTS

const OPTIONS = {
  orders: { type: 'string', default: String(orders) },
  months: { type: 'string', default: String(months) },
  seed: { type: 'string', default: String(seed) },
  'whole-months': { type: 'boolean', default: false },
  force: { type: 'boolean', default: false },
} as const

export const command: Command = {
  name: 'demo',
  usage: 'demo [--orders N] [--months M] [--seed S] [--whole-months] [--force]',
  summary: `Llena la base con un comercio inventado (${orders} órdenes en ${months} meses y lo que va del corriente, salvo que se pida otra cosa), con --whole-months sin el mes en curso; con --force también en lugar de los datos de una tienda.`,
  async run(argv, context) {
    const { values } = parseWords({ args: [...argv], options: OPTIONS })
    const { timeZone } = context.config
    const options = {
      orders: integerOption('orders', values.orders, 1, 20_000_000),
      months: integerOption('months', values.months, 1, 600),
      seed: integerOption('seed', values.seed, 0, 2 ** 31 - 1),
      ...(values['whole-months'] ? { until: lastFullMonth(timeZone) } : demoEnd(timeZone)),
      timeZone,
    }
    if ((lastMonths(options.until, options.months)[0] ?? options.until) < EARLIEST_MONTH)
      throw usageError(`--months: la historia no puede empezar antes de ${EARLIEST_MONTH}`)
    const work = async (store: Store) => {
      const started = performance.now()
      const demo = { progress: context.progress, replace: values.force }
      const { report, users } = await replaceWithDemo(store, options, demo).catch(explain)
      context.say(summaryOf(report, performance.now() - started))
      if (users.length > 0) context.say('Usuarios de demostración:')
      for (const { email, password, role } of users)
        context.say(`  ${email.padEnd(20)} ${password}   ${role}`)
      return 0
    }
    return context.withStore(work, { creates: true })
  },
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
