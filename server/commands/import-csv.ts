import { type Command, parseWords, usageError } from '#server/terminal/command.ts'
import { checkCurrency, runImport, withSourceErrors } from '#server/terminal/run-import.ts'
import { csvSource } from '../sources/csv/source.ts'

const OPTIONS = { currency: { type: 'string' }, complete: { type: 'boolean', default: false } } as const

export const command: Command = {
  name: 'import csv',
  usage: 'import csv CARPETA [--complete] [--currency ARS]',
  summary:
    'Trae las ventas de cualquier negocio desde archivos CSV: ordenes.csv y lineas.csv y, si están, descuentos.csv, devoluciones.csv, productos.csv y clientes.csv (docs/csv-import.md describe las columnas). Lo que está en la carpeta se agrega o se actualiza, y lo que falta en ella queda; con --complete la carpeta es el negocio entero, y lo que falta se quita (si es mucho, espera tu decisión en Crones). Se puede repetir: no duplica nada, y cada fila que no sirve se nombra con su archivo, línea y columna.',
  async run(argv, context) {
    const { values, positionals } = parseWords({ args: [...argv], options: OPTIONS, allowPositionals: true })
    const [folder, ...more] = positionals
    if (folder === undefined || more.length > 0) throw usageError('import csv: se espera una carpeta')
    checkCurrency(values.currency)
    return withSourceErrors(async () => {
      const source = await csvSource(folder, { complete: values.complete })
      return runImport(context, async () => source, values.currency)
    })
  },
}
