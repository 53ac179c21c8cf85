import { type Command, parseWords, usageError } from '../command.ts'
import { checkCurrency, runImport, withSourceErrors } from '../run-import.ts'
import { csvSource } from '../sources/csv/source.ts'

const OPTIONS = { currency: { type: 'string' } } as const

export const command: Command = {
  name: 'import csv',
  usage: 'import csv CARPETA [--currency ARS]',
  summary:
    'Trae las ventas de cualquier negocio desde archivos CSV: ordenes.csv y lineas.csv y, si están, descuentos.csv, devoluciones.csv, productos.csv y clientes.csv (docs/csv-import.md describe las columnas). La carpeta es el negocio entero: lo que ya no está en ella se quita. Se puede repetir: no duplica nada, y cada fila que no sirve se nombra con su archivo, línea y columna.',
  async run(argv, context) {
    const { values, positionals } = parseWords({ args: [...argv], options: OPTIONS, allowPositionals: true })
    const [folder, ...more] = positionals
    if (folder === undefined || more.length > 0) throw usageError('import csv: se espera una carpeta')
    checkCurrency(values.currency)
    return withSourceErrors(async () => {
      const source = await csvSource(folder)
      return runImport(context, async () => source, values.currency)
    })
  },
}
