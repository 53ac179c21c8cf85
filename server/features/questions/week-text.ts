import { readUntilWords, unreadWords } from '#contract/period-words.ts'

export const WEEK_TEXT = {
  title: (days: string) => `Semana del ${days}`,
  noData: 'sin datos',
  noDataNote: unreadWords('de esta semana'),
  dataUntil: (day: string) => `datos hasta el ${day}`,
  dataUntilNote: (day: string) => `${readUntilWords(day, 'de la semana')}, y no se compara.`,
  compared: 'Comparación',
  week: 'La semana',
  before: (days: string) => `Semana anterior (${days})`,
  yearBefore: (days: string) => `Misma semana del año anterior (${days})`,
  change: 'Cambio desde entonces',
  total: 'La tienda',
  of: 'De',
  name: 'Nombre',
  by: { distributor: 'Por distribuidor', product: 'Por producto' },
  value: { distributor: 'Distribuidor', product: 'Producto' },
  vsPrevious: 'vs semana anterior',
  vsYear: 'vs año anterior',
}
