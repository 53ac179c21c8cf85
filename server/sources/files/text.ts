const quoted = (text: string): string => `«${text.slice(0, 40)}»`

const format = new Intl.NumberFormat('es-AR', { minimumFractionDigits: 2 })

/** Of cents. */
const amount = (cents: number): string => format.format(cents / 100)

export const FILES_TEXT = {
  damaged: (name: string, line: number) =>
    `${name} está dañado cerca de la línea ${line}: hay comillas que no se cierran. No se importó nada.`,
  tooWide: (name: string) => `${name} tiene demasiadas columnas. No se importó nada.`,
  longRow: (name: string, line: number) =>
    `${name} tiene una fila demasiado larga cerca de la línea ${line}. No se importó nada.`,
  tooManyRows: (name: string) => `${name} tiene demasiadas filas: dividilo en archivos de menos.`,
  tooManyFiles: (name: string) => `${name} tiene demasiados archivos.`,
  unpacksTooLarge: (name: string) =>
    `${name} ocupa demasiado al descomprimirse: dividilo en archivos más chicos. No se importó nada.`,
  unreadableZip: (name: string) => `${name} no se puede descomprimir: está dañado o tiene contraseña.`,
  strayZip: (name: string) =>
    `${name} tiene archivos con rutas que salen de su carpeta: comprimilos de nuevo. No se importó nada.`,
  unreadableBook: (name: string) =>
    `${name} no se puede leer como libro de Excel: guardalo de nuevo como .xlsx o como CSV.`,
  forbiddenXml: (name: string) =>
    `${name} define entidades de XML, que una planilla no tiene. No se importó nada.`,
  oldBook: (name: string) =>
    `${name} es un libro de un Excel anterior a 2007: guardalo como .xlsx o como CSV.`,
  otherBook: (name: string) =>
    `${name} es una planilla de otro formato que Excel: guardala como .xlsx o como CSV.`,
  noTable: (name: string, what: string) =>
    `${name} es ${what}, no una tabla: se esperan archivos CSV, TSV o XLSX.`,
  onlyBeside: (name: string) => `${name} no tiene tablas: se esperan archivos CSV, TSV o XLSX.`,
  noTitles: (name: string) => `En ${name} no hay una fila de títulos con columnas que se entiendan.`,
  empty: (name: string) => `${name} está vacío.`,
  noOrders: 'En los archivos no hay ninguna orden.',
  sheet: (name: string, sheet: string) => `${name}, hoja ${sheet}`,
  noSheet: (name: string, sheet: string) => `${name} no tiene una hoja ${quoted(sheet)}.`,
  missing: 'está vacía',
  /** In place of the cells of a row that cannot be told apart. */
  undoubled: 'comillas sin duplicar',
  broken: (text: string): string =>
    text === FILES_TEXT.undoubled
      ? 'la fila tiene comillas sin duplicar dentro de un texto, y sus columnas quedan corridas'
      : `${quoted(text)} es una fórmula sin valor o un error`,
  notNumber: (text: string) => `${quoted(text)} no es un número`,
  tooMuch: (text: string) => `${quoted(text)} es más del 100 %`,
  unclear: (text: string) => `${quoted(text)} puede ser miles o decimales`,
  unclearScale: (title: string) =>
    `${quoted(title)} puede ser miles o millones: escribilo en el título, por ejemplo «Importe (miles de $)»`,
  scaleNote: (name: string, note: string) =>
    `${name} dice ${quoted(note)}, y no en qué columnas: sacá esa línea y escribilo en sus títulos, por ejemplo «Importe (miles de $)». No se importó nada.`,
  notDate: (text: string) => `${quoted(text)} no es una fecha`,
  exchanged: (text: string) =>
    `${quoted(text)} puede tener cambiados el día y el mes: Excel entendió sólo algunas fechas de la columna; exportá de nuevo y no guardes el archivo con Excel`,
  notId: 'falta el número de la orden',
  spoiltId: (text: string) =>
    `${quoted(text)} perdió cifras en Excel: exportá de nuevo y no guardes el archivo con Excel`,
  sameId: 'otra orden tiene la misma clave interna',
  tooLarge: 'la suma de sus importes o unidades es demasiado grande',
  noLines: 'la orden no tiene productos ni importe',
  noSale: 'la orden que nombra no está en los archivos',
  noDetail: '(sin detalle)',
  orderDiscount: 'Descuento de la orden',
  lineDiscount: 'Descuento en la línea',
  warnings: {
    total: (told: number, sum: number) =>
      `El archivo dice ${amount(told)}, y sus líneas suman ${amount(sum)}: valen las líneas.`,
    line: (told: number, sum: number) =>
      `Una línea dice ${amount(told)}, y cantidad por precio da ${amount(sum)}: vale el importe escrito.`,
    net: (told: number, sum: number) =>
      `Una línea dice ${amount(told)} de neto, y su importe menos el descuento da ${amount(sum)}: vale esto último.`,
    duplicate: (name: string) => `Está en varios archivos u hojas con datos distintos: vale ${name}.`,
    currency: (currency: string) => `Está en ${currency}: se guarda, pero no suma.`,
    unknownCurrency: (text: string, own: string) =>
      `No se conoce la moneda ${quoted(text)}: su importe se toma en ${own}.`,
    repeated: (times: number) =>
      `Todas sus filas están ${times} veces, iguales, y suman todas: si el archivo las repite por error, sacalas.`,
    dates: (one: string, other: string) =>
      `Sus filas tienen fechas distintas (${one} y ${other}): vale la primera. ¿Son dos órdenes con el mismo número?`,
    future: (day: string) =>
      `Su fecha (${day}) todavía no llegó: fijate que el día, el mes y el año estén bien.`,
    letters: (text: string) =>
      `En ${quoted(text)} se perdieron letras con acento, y quizá en más filas: exportá de nuevo y no guardes el archivo con Excel.`,
    leftOut: (title: string) =>
      `Su columna ${quoted(title)} está vacía, como la de muchas otras: si lo que dice una fila más arriba vale también para las de abajo, repetilo en cada una.`,
    emails: 'Sus filas tienen correos distintos: vale el primero. ¿Son dos órdenes con el mismo número?',
    sku: (sku: string, products: number) =>
      `El SKU ${quoted(sku)} es de ${products} productos: la línea queda sin producto de la lista.`,
    returns: 'Son sólo devoluciones que no nombran su orden: restan en su mes.',
  },
} as const
