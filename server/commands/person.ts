import { type Command, CommandError, parseWords, usageError } from '#server/terminal/command.ts'
import { sendCommand } from '../command-ipc/client.ts'
import { storedEmailSchema } from '../command-ipc/forget.ts'
import { foldEmail } from '../features/account/accounts.ts'
import type { Person } from '../ingest/personal-data.ts'

const OPTIONS = {
  email: { type: 'string' },
  customer: { type: 'string' },
  yes: { type: 'boolean', default: false },
} as const

export const command: Command = {
  name: 'person forget',
  usage: 'person forget --email CORREO [--yes]\n    person forget --customer ID [--yes]',
  summary:
    'Borra los datos de una persona: nombre, correo, ciudad, legajo y lo que quedó en registros. Los importes y las cantidades quedan, y no vuelve con las próximas lecturas de la tienda. Sin --yes sólo dice qué hay. Si el servidor está en marcha, lo hace él.',
  async run(argv, context) {
    const { email, customer, yes: confirmed } = parseWords({ args: [...argv], options: OPTIONS }).values
    if ((email === undefined) === (customer === undefined))
      throw usageError('se usa `gondola person forget --email CORREO` o `--customer ID`')
    const person = email === undefined ? customerById(customer ?? '') : customerByEmail(email)
    return sendCommand({ name: 'forget', person, confirmed }, context)
  },
}

function customerById(id: string): Person {
  const customerId = /^\d{1,15}$/.test(id) ? Number(id) : 0
  if (customerId === 0) throw usageError('--customer: tiene que ser el número de la cuenta en la tienda')
  return { customerId }
}

function customerByEmail(text: string): Person {
  const email = foldEmail(text)
  if (!storedEmailSchema.safeParse(email).success)
    throw new CommandError('--email: no es un correo electrónico')
  return { email }
}
