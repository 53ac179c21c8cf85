import type { GoalDimension } from '#contract/goals/scopes.ts'
import { readUntilWords } from '#contract/period-words.ts'
import { counted } from '#web/text/format.ts'

export const text = {
  measure: 'Medida',
  by: 'Metas por',
  dimensions: {
    all: 'Toda la tienda',
    distributor: 'Distribuidores',
    business: 'Negocios',
    segment: 'Segmentos',
  } as const satisfies Record<GoalDimension, string>,
  ownDistributors: 'Mis distribuidores',
  titles: {
    all: 'Tienda',
    distributor: 'Distribuidor',
    business: 'Negocio',
    segment: 'Segmento',
  } as const satisfies Record<GoalDimension, string>,

  year: 'Año',
  table: (year: number) => `Metas de ${year}`,
  tableNote: 'Escribí en las celdas o pegá desde Excel: una columna o un bloque, con o sin los nombres.',
  gone: 'ya no existe',
  goneNote: 'Ningún producto tiene este nombre: la tienda lo unió con otro, lo dividió o lo quitó.',
  readOnly: 'Tu rol puede ver las metas, no cambiarlas.',
  noRows: 'No hay nada para lo que poner metas.',
  total: 'Total',
  undo: 'Deshacer',
  copy: 'Copiar del año anterior',
  copyFrom: 'Copiar',
  sales: (year: number) => `Ventas de ${year}`,
  goals: (year: number) => `Metas de ${year}`,
  closedUntil: (month: string) => `Se copian los meses cerrados, hasta ${month}.`,
  raise: 'Más %',
  apply: 'Copiar',
  noSource: (year: number) => `No hay nada de ${year} para copiar.`,
  importFile: 'Importar',
  exportCsv: 'CSV',
  exportXlsx: 'Excel',
  mail: 'Enviar por correo',
  mailTitle: 'Estas metas por correo, cada semana o cada mes',
  mailName: {
    all: 'Metas del mes',
    distributor: 'Metas del mes por distribuidor',
    business: 'Metas del mes por negocio',
    segment: 'Metas del mes por segmento',
  } as const satisfies Record<GoalDimension, string>,
  importLabel: 'Archivo CSV o Excel con metas',
  saved: (count: number) => `${counted(count, 'meta guardada', 'metas guardadas')}.`,
  undone: (count: number) => `Se deshizo el último cambio: ${counted(count, 'meta', 'metas')}.`,
  unchanged: 'No cambió ninguna meta.',
  unsaved: (count: number) => `${counted(count, 'meta sin guardar', 'metas sin guardar')}.`,
  retry: 'Reintentar',
  discard: 'Descartar',
  nothingChanged: (count: number) =>
    `No se cambió ninguna meta: ${counted(count, 'celda tiene un error', 'celdas tienen errores')}.`,
  more: (count: number) => `y ${count} más.`,
  close: 'Cerrar',
  edit: (row: string, month: string) => `${row}, ${month}`,
  unknownFile: 'El archivo no es un CSV ni un Excel (.xlsx).',

  noAmount: (at: string, typed: string) => `${at}: «${typed}» no es un importe.`,
  unclear: (at: string, typed: string) =>
    `${at}: «${typed}» se puede leer con miles o con decimales. Escribilo sin separador de miles; no se guardó nada.`,
  tooLarge: (at: string, typed: string) => `${at}: «${typed}» es demasiado grande.`,
  tooExact: (at: string, typed: string, decimals: number) =>
    decimals === 0
      ? `${at}: «${typed}» debe ser un número entero.`
      : `${at}: «${typed}» tiene más de ${decimals} decimales.`,
  changed: (at: string, now: number | null) =>
    now === null
      ? `${at}: la otra persona la quitó.`
      : `${at}: la otra persona puso ${now.toLocaleString('es-AR')}.`,
  refused: (at: string) => `${at}: el servidor no aceptó la meta.`,
  outside: (typed: string) => `«${typed}» queda fuera de la tabla.`,
  unknown: (name: string) => `«${name}» no está en la tabla.`,
  ambiguous: (name: string, count: number) =>
    `«${name}» es el nombre de ${count} filas: usá el código que la tabla muestra al lado.`,
  repeated: (name: string) => `«${name}» está en más de una línea: dejá una sola.`,
  noLines: 'El archivo no tiene líneas debajo de sus títulos.',
  noMonths: (year: number) => `El archivo no tiene columnas con los meses de ${year}.`,

  pace: (label: string) => `Ritmo: ${label}`,
  paceOf: (measure: string, month: string) => `${measure}, ${month}`,
  asKnown: 'Con lo que se sabía',
  now: 'Con lo que se sabe hoy',
  onDay: (day: number) => `Como se veía el día ${day}`,
  reached: 'Alcanzado',
  goal: 'Meta',
  noGoal: 'Sin meta',
  ofGoal: (share: string) => `${share} de la meta`,
  expected: 'Debería llevar',
  forecast: 'Pronóstico',
  between: (low: string, high: string) => `entre ${low} y ${high} (80 %)`,
  perDay: 'Falta por día',
  daysLeft: (days: number) => `${counted(days, 'día restante', 'días restantes')}`,
  overDone: 'Mes cerrado',
  cutAfter: (day: string) => `${readUntilWords(day, 'del mes')}.`,
  preparing: (amount: string) => `más ${amount} en preparación`,
  ahead: (amount: string) => `${amount} por encima`,
  behind: (amount: string) => `${amount} por debajo`,
  notBegun: 'El mes todavía no empezó.',
  actual: 'Acumulado',
  usual: 'Curso usual hacia la meta',
  usualWithout: 'Curso usual',
  low: 'Desde',
  high: 'Hasta',
  day: 'Día',

  errors: 'Cuánto erró el pronóstico',
  errorsNote: (months: number) =>
    months === 0
      ? 'En los meses cerrados'
      : `En los últimos ${months} meses cerrados, con lo que se sabía ese día`,
  noErrors: 'Hacen falta cuatro meses de ventas para medirlo.',
  madeOn: 'Hecho el día',
  error: 'Error medio',
  straightLine: 'Línea recta',
  inside: 'Dentro del rango',

  progress: (title: string) => `Avance por ${title.toLowerCase()}`,
  progressNote: (month: string) => `Los que tienen meta en ${month}`,
  noGoals: (month: string) => `Ninguno tiene meta en ${month}.`,
  share: '% de la meta',
  range: 'Rango (80 %)',
} as const
