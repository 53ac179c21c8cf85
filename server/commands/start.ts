// `gondola start`: the server, as `npm start` runs it once the web application is built.
import { type Command, usageError } from '../command.ts'

export const command: Command = {
  name: 'start',
  usage: 'start',
  summary: 'Inicia el servidor y dice en qué dirección.',
  async run(argv) {
    if (argv.length > 0) throw usageError(`no se entiende «${argv[0]}»`)
    await import('../main.ts')
    return 0
  },
}
