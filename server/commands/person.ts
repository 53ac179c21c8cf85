// `gondola person forget`: deletes what is stored of a person and keeps the figures; may import everything on the server's side.
import { parseArgs } from 'node:util'
import { type Command, CommandError, usageError } from '../command.ts'
import { sendCommand } from '../command-ipc/ask.ts'
import { forgettable } from '../command-ipc/forget.ts'
import { foldEmail } from '../features/account/accounts.ts'
import type { Person } from '../ingest/forget-person.ts'

const OPTIONS = {
  email: { type: 'string' },
  customer: { type: 'string' },
  yes: { type: 'boolean', default: false },
} as const

export const command: Command = {
  name: 'person forget',
  usage: 'person forget --email CORREO [--yes]\n    person forget --customer ID [--yes]',
  summary:
    'Borra los datos de una persona: nombre, correo, ciudad, legajo y lo que quedó en registros. Los importes y las cantidades quedan, y no vuelve con las próximas lecturas de la tienda. Sin --yes sólo dice qué hay. Con el servidor en marcha se lo encarga a él.',
  async run(argv, context) {
    const { person, sure } = readWords(argv)
    return sendCommand({ name: 'forget', person, sure }, context)
  },
}

function readWords(argv: readonly string[]): { person: Person; sure: boolean } {
  const { email, customer, yes } = parse(argv)
  if ((email === undefined) === (customer === undefined))
    throw usageError('se usa `gondola person forget --email CORREO` o `--customer ID`')
  if (customer !== undefined) {
    const customerId = /^\d{1,15}$/.test(customer) ? Number(customer) : 0
    if (customerId === 0) throw usageError('--customer: tiene que ser el número de la cuenta en la tienda')
    return { person: { customerId }, sure: yes }
  }
  const folded = foldEmail(email ?? '')
  if (!forgettable.safeParse(folded).success) throw new CommandError('--email: no es un correo electrónico')
  return { person: { email: folded }, sure: yes }
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, strict: true }).values
  } catch (error) {
    throw error instanceof TypeError ? usageError(`no se entiende «${argv.join(' ')}»`) : error
  }
}
