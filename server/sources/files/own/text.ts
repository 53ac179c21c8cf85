const quoted = (text: string): string => `«${text.slice(0, 40)}»`

export const CSV_TEXT = {
  tooLarge: 'la suma de sus importes o unidades es demasiado grande para guardarla',
  foreign: (name: string) =>
    `${name} no es uno de los archivos de Góndola, que vienen con ordenes.csv y lineas.csv: soltalo aparte.`,
  empty: (file: string) => `${file} no tiene ninguna fila: no se importa, para no borrar lo que hay.`,
  repeatedColumn: (file: string, column: string) => `En ${file} la columna ${column} está dos veces.`,
  missing: 'está vacía',
  unclear: (text: string) =>
    `${quoted(text)} puede ser miles o decimales, y ningún otro valor del archivo lo muestra: se escribe 1000 o 1000,00`,
  negative: (text: string) => `${quoted(text)} es negativo: se escribe sin signo`,
  unread: (file: string, column: string) => `${file}: ${column}`,
  fieldCount: (found: number, expected: number) => `tiene ${found} campos y la primera fila ${expected}`,
  notId: (text: string) => `${quoted(text)} no es un número entero mayor que 0`,
  notUnits: (text: string) => `${quoted(text)} no es una cantidad`,
  notWhole: (text: string) => `${quoted(text)} no es un número entero`,
  notAmount: (text: string) =>
    `${quoted(text)} no es un importe claro: se escribe 1234,50 o 1.234,50 o 1234.50`,
  notDate: (text: string) =>
    `${quoted(text)} no es una fecha: se escribe 2026-03-31 o 31/03/2026, con hora o sin ella`,
  repeated: (line: number) => `ya está en la fila ${line}`,
  noOrder: (order: string) => `la orden ${quoted(order)} no está en ordenes.csv`,
  noLines: 'la orden no tiene filas en lineas.csv',
  unknownKind: (text: string) => `${quoted(text)} no es cupon ni promocion`,
  unknownGroup: (text: string, known: readonly string[]) =>
    `${quoted(text)} no es ninguno de ${known.join(', ')}`,
}
