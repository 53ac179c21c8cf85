import { type Command, usageError } from '../command.ts'
import { runDoctor } from '../run-doctor.ts'

export const command: Command = {
  name: 'doctor',
  usage: 'doctor',
  summary:
    'Revisa configuración, disco, copias, correo, base, resúmenes, crones y tienda, y dice qué hacer con lo que no está bien; entonces termina con código 1. Con el servidor en marcha le pregunta a él.',
  async run(argv, context) {
    if (argv.length > 0) throw usageError('`gondola doctor` no lleva nada más')
    await runDoctor(context)
    return 0
  },
}
