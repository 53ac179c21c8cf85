import { type Command, parseWords } from '../command.ts'
import { runMove } from '../run-move.ts'

export const command: Command = {
  name: 'database move',
  usage: 'database move --to postgres://usuario:clave@servidor/base\n    database move --to CARPETA',
  summary:
    'Muda la base configurada, con cuentas, roles, ajustes y todo lo demás, a otra vacía: PostgreSQL o una carpeta. El origen no cambia; hay que detener el servidor. Si se corta, al repetirlo sigue desde donde quedó. El destino también se puede dar en GONDOLA_MOVE_TO.',
  async run(argv, context) {
    const { values } = parseWords({ args: [...argv], options: { to: { type: 'string' } } })
    await runMove(values.to, context)
    return 0
  },
}
