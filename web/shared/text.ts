import type { Month } from '#contract/month.ts'
import { monthName } from '../text/format.ts'

export const text = {
  inPreparation: (amount: string) => `En preparación: ${amount}. Junto con lo completado:`,
} as const

export const dialogText = {
  close: 'Cerrar',
  cancel: 'Cancelar',
  unsavedTitle: 'Cambios sin guardar',
  unsaved: 'Hay cambios sin guardar. Si salís ahora, se pierden.',
  stay: 'Seguir editando',
  discard: 'Descartar cambios',
  confirmPassword: 'Tu contraseña',
  confirmPasswordHint: 'Pasó un rato desde que la escribiste: confirmala para guardar el cambio.',
  wrongPassword: 'La contraseña no es esa.',
  tooManyPasswords: 'Demasiados intentos. Probá de nuevo en unos minutos.',
  unconfirmed: 'No se pudo confirmar la contraseña. Probá de nuevo.',
} as const

export const linkText = {
  seeDistributors: (name: string, figure: string) => `${name}, ${figure}: ver los distribuidores`,
  seePeers: (product: string, distributor: string, figure: string) =>
    `${product}, ${distributor}, ${figure}: ver sus pares`,
  seeDays: (name: string) => `${name}: ver día por día`,
  seeSellers: (name: string) => `${name}: ver quién lo vende`,
} as const

/** Of something that a distributor sold last in this month, or never. */
export const lastSold = (month: Month | null): string => (month === null ? 'Nunca' : monthName(month))

export const copyText = {
  copy: 'Copiar',
  copied: 'Copiado',
} as const

export const distributorText = {
  search: 'Buscar distribuidor',
  noneFound: 'Ningún distribuidor coincide.',
  chosen: (count: number) => (count === 1 ? '1 elegido' : `${count} elegidos`),
  scope: 'Distribuidores',
  all: 'Todos los distribuidores',
  some: 'Solo algunos distribuidores',
} as const

export const questionText = {
  and: 'y',
  by: 'por',
  except: (title: string) => `${title} (excluye)`,
  values: (count: number) => (count === 1 ? '1 valor' : `${count} valores`),
  against: (comparison: string) => `contra ${comparison.toLowerCase()}`,
  versus: (period: string) => `vs ${period}`,
  wrongPart: (name: string) => `«${name}» tiene un valor que no existe o que no va con los demás.`,
  firstRows: (count: number) => `primeras ${count} filas`,
  tooManyCells:
    'La tabla cruzada tendría demasiadas celdas. Agregá un filtro, un período más corto o un paso de tiempo más largo.',
} as const

export const whyText = {
  open: '¿Por qué cambió?',
} as const

export const sharingText = {
  legend: 'Compartir con',
  note: 'Cada persona ve los datos de sus propios distribuidores.',
  keepShared: 'Seguir compartiendo',
} as const

export const goalText = {
  reached: (share: string) => `${share} de la meta de`,
  expected: (amount: string) => `Debería llevar ${amount}`,
  forecast: (amount: string, low: string, high: string) => `Pronóstico ${amount} (entre ${low} y ${high})`,
  perDay: (amount: string) => `Faltan ${amount} por día`,
  goal: 'Meta',
  share: '% de la meta',
  pace: 'Debería llevar',
  monthEnd: 'Pronóstico',
  low: 'Pronóstico desde',
  high: 'Pronóstico hasta',
  eachDay: 'Falta por día',
  soFar: 'Alcanzado',
  goalOf: (measure: string) => `Meta (${measure})`,
  choose: 'Medida de las metas',
  goalsOf: (measure: string) => `Metas de ${measure}`,
} as const

export const notesText = {
  title: 'Notas',
  add: 'Agregar nota',
  change: 'Cambiar la nota',
  submit: 'Guardar',
  text: 'Qué pasó',
  example: 'Paro de transporte, promo 2×1…',
  textRequired: 'Escribí qué pasó.',
  from: 'Desde',
  to: 'Hasta',
  dayRequired: 'Elegí un día.',
  endBeforeStart: 'El final no puede estar antes del comienzo.',
  distributor: 'Distribuidor',
  all: 'Todos',
  choose: 'Elegí uno',
  ownDistributors: 'Tu rol escribe notas de sus propios distribuidores: elegí uno.',
  failure: 'No se pudo guardar. Probá de nuevo.',
  saved: 'La nota se guardó.',
  span: (from: string, to: string) => `${from} al ${to}`,
} as const

export const boardsText = {
  add: 'Agregar al tablero',
  submitAdd: 'Agregar',
  added: (title: string) => `«${title}» está en el tablero.`,
  open: 'Abrir el tablero',
  title: 'Título',
  titleRequired: 'Escribí un título.',
  board: 'Tablero',
  newBoard: 'Un tablero nuevo',
  firstName: 'Mi tablero',
  show: 'Mostrar como',
  kinds: { card: 'Cifra', lines: 'Líneas', bars: 'Barras', heat: 'Mapa de calor', table: 'Tabla' },
  failure: 'No se pudo guardar. Probá de nuevo.',
} as const
