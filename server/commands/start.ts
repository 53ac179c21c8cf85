// `gondola start`. `npm start` does the same after building the web application.
import { type Command, usageError } from '#server/terminal/command.ts'

export const command: Command = {
  name: 'start',
  usage: 'start',
  summary: 'Inicia el servidor y dice en qué dirección.',
  async run(argv) {
    if (argv.length > 0) throw usageError('se usa `gondola start`, sin nada más')
    await import('../main.ts')
    return 0
  },
}
