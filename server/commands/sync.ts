import { type Command, usageError } from '#server/terminal/command.ts'
import { sendCommand } from '../command-ipc/client.ts'

export const command: Command = {
  name: 'sync',
  usage: 'sync',
  summary:
    'Trae lo que cambió en la tienda desde la última vez (productos, cupones, clientes, órdenes) y termina; la primera vez trae la tienda entera. Si el servidor está en marcha, lo hace él.',
  async run(argv, context) {
    if (argv.length > 0) throw usageError('se usa `gondola sync`, sin nada más')
    return sendCommand({ name: 'sync' }, context)
  },
}
