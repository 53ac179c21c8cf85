import { readUntilWords, unreadWords } from '#contract/period-words.ts'
import { PROFILE_WORDS } from '#contract/profile-words.ts'
import { counted } from './sheet-numbers.ts'

export const SHEET_TEXT = {
  ...PROFILE_WORDS,
  sheetOf: (month: string, days: string) => `Ficha de ${month}, comparada con ${days}`,
  distId: (id: string) => `Dist ID ${id}`,
  made: (day: string) => `Hecha con Góndola el ${day}`,
  productsAlone: 'Productos',
  new: 'Nuevo',
  none: '–',
  net: 'Venta Neta',
  orders: 'Órdenes completas',
  units: 'Unidades',
  active: 'Clientes activos',
  before: (value: string) => `Antes: ${value}`,
  preparing: (amount: string) => `En preparación: ${amount}`,
  noOrders: (month: string) => `No hubo ordenes en ${month}`,
  goal: (share: string, goal: string) => `${share} de la meta de ${goal}`,
  expected: (amount: string) => `Debería llevar ${amount}`,
  forecast: (amount: string, low: string, high: string) => `Pronóstico ${amount} (entre ${low} y ${high})`,
  course: 'Venta neta de sus 13 meses',
  lostNote: 'Compraron en los tres meses anteriores y no en este',
  inBefore: (amount: string) => `${amount} en los tres meses anteriores`,
  open: 'Abiertas hoy',
  found: (count: number, net: string) =>
    `${counted(count, 'oportunidad', 'oportunidades')}, cerca de ${net} por mes`,
  followedSince: (product: string, day: string) => `${product}, en seguimiento desde el ${day}`,
  soldSince: (units: string, net: string, days: number) =>
    `${units} unidades, ${net} en ${counted(days, 'día', 'días')}`,
  notYet: 'todavía sin días para contar',
  product: 'Producto',
  estimated: 'Estimado por mes',
  peers: 'Pares que lo venden',
  notes: 'Notas',
} as const

export const MAILED_TEXT = {
  title: (name: string, month: string) => `Ficha de ${name}, ${month}`,
  running: (month: string, day: string) => `${month}, en curso al ${day}`,
  noData: 'sin datos',
  noDataNote: unreadWords('de ese mes'),
  dataUntil: (day: string) => `datos hasta el ${day}`,
  dataUntilNote: (day: string) => `${readUntilWords(day, 'del mes')}, y no se compara.`,
  figure: 'Cifra',
  value: 'Valor',
  change: 'Cambio',
  note: 'Nota',
} as const
