import { type Command, parseWords, usageError } from '../command.ts'
import { runDrill, runRestore } from '../run-restore.ts'

const OPTIONS = {
  force: { type: 'boolean', default: false },
  drill: { type: 'boolean', default: false },
} as const

export const command: Command = {
  name: 'restore',
  usage: 'restore [COPIA] [--force]\n    restore [COPIA] --drill',
  summary:
    'Vuelve a una copia de seguridad, por su nombre o archivo; si no se dice, la más nueva. Hay que detener el servidor. Con datos en la base pide --force y los deja aparte. Con --drill sólo la prueba: inicia un servidor con ella y compara sus cifras, sin tocar la base.',
  async run(argv, context) {
    const { values, positionals } = parseWords({ args: [...argv], options: OPTIONS, allowPositionals: true })
    const { force, drill } = values
    if (positionals.length > 1 || (force && drill))
      throw usageError('se usa `gondola restore [COPIA] [--force]` o `gondola restore [COPIA] --drill`')
    const [wanted] = positionals
    if (drill) await runDrill(wanted, context)
    else await runRestore({ wanted, force }, context)
    return 0
  },
}
