const quoted = (text: string): string => `«${text.slice(0, 40)}»`

export const CSV_TEXT = {
  tooLarge: 'la suma de sus importes o unidades es demasiado grande para guardarla',
  noFolder: (folder: string) =>
    `No se puede leer la carpeta ${folder}: no existe, o falta permiso para leerla.`,
  noFile: (folder: string, file: string) =>
    `En ${folder} falta ${file}: docs/csv-import.md dice qué se espera.`,
  unreadable: (file: string, reason: string) => `No se puede leer ${file} (${reason}).`,
  empty: (file: string) => `${file} no tiene ninguna fila: no se importa, para no borrar lo que hay.`,
  damaged: (file: string, line: number) =>
    `${file} está dañado cerca de la línea ${line}: hay comillas que no se cierran o que sobran. No se importó nada de los archivos.`,
  missingColumns: (file: string, columns: readonly string[]) =>
    `En la primera línea de ${file} ${columns.length === 1 ? 'falta la columna' : 'faltan las columnas'} ${columns.join(', ')}.`,
  repeatedColumn: (file: string, column: string) => `En ${file} la columna ${column} está dos veces.`,
  missing: 'está vacía',
  unclear: (text: string) =>
    `${quoted(text)} puede ser miles o decimales, y ningún otro valor del archivo lo muestra: se escribe 1000 o 1000,00`,
  negative: (text: string) => `${quoted(text)} es negativo: se escribe sin signo`,
  unread: (file: string, column: string) => `${file}: ${column}`,
  otherTotal: (order: number, total: string, sum: string) => `#${order}: ${total}, sus partes suman ${sum}`,
  fieldCount: (file: string, line: number, found: number, expected: number) =>
    `${file}, línea ${line}: tiene ${found} campos y la primera línea ${expected}`,
  invalid: (file: string, line: number, column: string, problem: string) =>
    `${file}, línea ${line}, columna ${column}: ${problem}`,
  notId: (text: string) => `${quoted(text)} no es un número entero mayor que 0`,
  notUnits: (text: string) => `${quoted(text)} no es una cantidad`,
  notWhole: (text: string) => `${quoted(text)} no es un número entero`,
  notAmount: (text: string) =>
    `${quoted(text)} no es un importe claro: se escribe 1234,50 o 1.234,50 o 1234.50`,
  notDate: (text: string) =>
    `${quoted(text)} no es una fecha: se escribe 2026-03-31 o 31/03/2026, con hora o sin ella`,
  repeated: (line: number) => `ya está en la línea ${line}`,
  noOrder: (order: string) => `la orden ${quoted(order)} no está en ordenes.csv`,
  noLines: 'la orden no tiene filas en lineas.csv',
  unknownKind: (text: string) => `${quoted(text)} no es cupon ni promocion`,
  unknownGroup: (text: string, known: readonly string[]) =>
    `${quoted(text)} no es ninguno de ${known.join(', ')}`,
}
