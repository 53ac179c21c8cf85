import { type ImportReport, importVerdict } from './import-report.ts'
import type { NoteKind } from './notes.ts'

const STEPS = {
  categories: 'Categorías',
  coupons: 'Cupones',
  products: 'Productos',
  customers: 'Clientes',
  refunds: 'Reembolsos',
  orders: 'Órdenes',
}

/** Collections of grammatical gender feminine: «leídas». */
const FEMININE: ReadonlySet<string> = new Set(['categories', 'orders'])

const UNMAPPED: Record<NoteKind, string> = {
  discount: 'Descuentos sin regla (quedan en OTROS)',
  role: 'Roles que no son empresa ni conocidos',
  province: 'Provincias que no se reconocen (SIN PROVINCIA)',
  status: 'Estados fuera de la lista',
  currency: 'Órdenes en otra moneda (no suman)',
  clock: 'Fechas que no coinciden con la zona horaria configurada',
  refund: 'Reembolsos sin detalle',
  column: 'Columnas que no se leen',
  total: 'Órdenes cuyo total no es la suma de sus partes (valen las partes)',
  doubt: 'Órdenes por revisar',
  quantity: 'Líneas con importe y sin unidades (la tienda las corta; valen los importes)',
  long: 'Textos demasiado largos (quedan los primeros 254 bytes)',
}

const stepName = (name: string): string => STEPS[name as keyof typeof STEPS] ?? name

/** Values listed of each kind; the rest is counted. */
const LISTED = 8

export const IMPORT_TEXT = {
  steps: STEPS,
  months: 'Resúmenes mensuales',
  resumed: 'Sigue desde donde se detuvo la vez anterior.',
  noCurrency: (currency: string) =>
    `La tienda no dice su moneda: se toma ${currency}. Otra se indica con --currency.`,
  otherTimeZone: (shop: string, ours: string) =>
    `Atención: la tienda usa la zona horaria ${shop} y los meses se cuentan en ${ours} (GONDOLA_TIME_ZONE).`,
  onAnotherClock: (ours: string) =>
    `  Atención: los datos se leyeron con otra zona horaria. Para contarlos en ${ours} (GONDOLA_TIME_ZONE) hay que importarlos de nuevo.`,
  otherKind: (stored: string, kind: string) =>
    `La base tiene los datos de otra fuente (${stored}) y no se mezclan con los de ${kind}: usá otra base de datos (GONDOLA_DATA_DIR o GONDOLA_DATABASE_URL).`,
  already:
    'Otra importación está en marcha en esta base de datos; al terminar aquella se puede volver a intentar.',
  waiting: (count: number) =>
    `${number(count)} ${count === 1 ? 'registro ya no está y espera' : 'registros ya no están y esperan'} que una persona decida en Crones si se quita${count === 1 ? '' : 'n'}.`,
  allRejected: (reasons: readonly string[]) =>
    reasons.length === 0
      ? 'La fuente no tiene ningún registro: no se cambió nada'
      : `Ningún registro se pudo leer: ${reasons.join('; ')}`,
  forgotDemo: 'Los datos de demostración se quitaron: desde ahora se ven los de la tienda.',
}

const HEADINGS = {
  success: (seconds: string) => `Importación terminada en ${seconds} s.`,
  warning: (seconds: string) => `Importación terminada con advertencias en ${seconds} s.`,
  failed: () => 'La importación falló: ningún registro se pudo leer. Lo que había quedó como estaba.',
} as const

/** The report as lines for a terminal. */
export function reportLines(report: ImportReport): string[] {
  const seconds = (Date.parse(report.finished_at) - Date.parse(report.started_at)) / 1000
  const table = Object.entries(report.collections).map(([name, counts]) => {
    const counted = (count: number, word: string) =>
      `${number(count)} ${word}${FEMININE.has(name) ? 'as' : 'os'}`
    const parts = [
      counted(counts.read, 'leíd'),
      ...(name === 'refunds'
        ? []
        : [counted(counts.written, 'escrit'), `${number(counts.unchanged)} sin cambios`]),
      ...(counts.removed > 0 ? [counted(counts.removed, 'quitad')] : []),
      ...(counts.rejected > 0 ? [counted(counts.rejected, 'rechazad')] : []),
    ]
    return `  ${stepName(name).padEnd(12)} ${parts.join(', ')}`
  })
  const rejects = report.rejects.map(
    ({ source, reason, count }) => `  ${number(count)} × ${stepName(source)}: ${reason}`,
  )
  // A stored report of an earlier version has fewer kinds.
  const unmapped = Object.entries(report.unmapped).flatMap(([kind, values]) => {
    if (values.length === 0) return []
    const named = values
      .slice(0, LISTED)
      .map(({ text, count }) => `${text === '' ? '(vacío)' : text} × ${number(count)}`)
    const rest = values.length > LISTED ? ` y ${number(values.length - LISTED)} más` : ''
    return [`  ${UNMAPPED[kind as NoteKind]}: ${named.join(', ')}${rest}`]
  })
  const waiting = report.waiting ?? 0
  return [
    HEADINGS[importVerdict(report)](seconds.toLocaleString('es-AR', { maximumFractionDigits: 1 })),
    ...table,
    ...(waiting > 0 ? [`  ${IMPORT_TEXT.waiting(waiting)}`] : []),
    ...(report.remarks ?? []).map((remark) => `  Atención: ${remark}`),
    ...(rejects.length > 0 ? ['Registros rechazados:', ...rejects] : []),
    ...(unmapped.length > 0 ? ['Sin ubicar:', ...unmapped] : []),
  ]
}

const number = (value: number): string => value.toLocaleString('es-AR')
