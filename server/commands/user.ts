import { createInterface } from 'node:readline/promises'
import { z } from 'zod'
import { PASSWORD_LEAST } from '#contract/account.ts'
import { EMAIL_PATTERN } from '#contract/vocabulary.ts'
import { type Command, CommandError, parseWords, usageError } from '#server/terminal/command.ts'
import { sendCommand } from '../command-ipc/client.ts'
import { foldEmail } from '../features/account/accounts.ts'
import { isCommonPassword } from '../features/account/password-rules.ts'
import { generatePassword, hashPassword } from '../features/account/passwords.ts'

const OPTIONS = {
  name: { type: 'string', default: 'Administración' },
  'password-stdin': { type: 'boolean', default: false },
  'reset-second-factor': { type: 'boolean', default: false },
} as const

export const command: Command = {
  name: 'user',
  usage: 'user CORREO [--name NOMBRE] [--password-stdin] [--reset-second-factor]',
  summary:
    'Crea una cuenta superAdmin, o le da a la que existe ese rol y una contraseña nueva; la inventa y la muestra, salvo que llegue por la entrada estándar. Con --reset-second-factor le quita el segundo factor, para quien perdió el suyo. Si el servidor está en marcha, lo hace él.',
  async run(argv, context) {
    const { values, positionals } = parseWords({ args: [...argv], options: OPTIONS, allowPositionals: true })
    const email = foldEmail(positionals[0] ?? '')
    if (positionals.length !== 1 || !z.email({ pattern: EMAIL_PATTERN }).max(255).safeParse(email).success)
      throw usageError('falta un correo electrónico válido: gondola user CORREO')
    const fromInput = values['password-stdin']
    const name = values.name.trim() || OPTIONS.name.default
    const password = fromInput ? await readPassword() : generatePassword()
    if (isCommonPassword(password, { email, name }))
      throw new CommandError(
        'esa contraseña es muy fácil de adivinar: probar con una frase de varias palabras',
      )
    const hash = await hashPassword(password)
    const account = { email, name, hash, resetSecondFactor: values['reset-second-factor'] }
    const code = await sendCommand({ name: 'account', account }, context)
    if (!fromInput) context.say(`Contraseña: ${password}`)
    return code
  },
}

async function readPassword(): Promise<string> {
  const input = createInterface({ input: process.stdin })
  try {
    for await (const line of input) {
      if (line.length >= PASSWORD_LEAST && line.length <= 255) return line
      break
    }
  } finally {
    input.close()
  }
  throw new CommandError(`la contraseña tiene que tener entre ${PASSWORD_LEAST} y 255 caracteres`)
}
