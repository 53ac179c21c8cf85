import { readUntilWords, unreadWords } from '#contract/period-words.ts'

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('es-AR')} ${count === 1 ? one : many}`

export const DELIVERY_TEXT = {
  testNotice: (name: string) => `Prueba de Góndola: el webhook «${name}» funciona`,
  testSubject: (news: string) => `Prueba: ${news}`,
  periodCompared: (current: string, compared: string) => `${current}, contra ${compared}`,
  change: 'Cambio',
  noData: 'sin datos',
  noDataNote: unreadWords,
  dataUntil: (day: string) => `datos hasta el ${day}`,
  dataUntilNote: (day: string) => `${readUntilWords(day, 'del período')}.`,
  asOf: (name: string, day: string) => `${name}, al ${day}`,
  running: (period: string, day: string) => `${period}, en curso al ${day}`,
  ofDays: (days: string) => `del ${days}`,
  notBegun: 'El período todavía no empezó: no hay con qué compararlo.',
  late: (day: string, time: string) =>
    `Este correo salió tarde: muestra el período que correspondía al ${day} a las ${time}.`,
  filter: (title: string, values: string) => `${title}: ${values}`,
  except: (values: string) => `sin ${values}`,
  everyStatus: 'Órdenes de todos los estados',
  andMore: (count: number) => `y ${count} más`,
  rest: 'Resto',
  cut: (day: string, days: number) => `${day}, ${counted(days, 'día', 'días')}`,
  noRows: 'No hubo movimientos en este período.',
  moreRows: (count: number) => `y ${counted(count, 'fila más', 'filas más')}`,
  reason: (name: string, owner: string) => `Este correo llega por el envío «${name}», que programó ${owner}.`,
  fileTooLarge: 'El archivo es muy grande para un correo: se descarga desde la pantalla.',
  fileNotAllowed: 'Sin archivo adjunto: la cuenta no tiene permiso para exportar.',
  gone: 'El envío se eliminó',
  unsubscribed: 'La persona ya no recibe este envío',
  noOwner:
    'A la cuenta que programó el envío le falta el rol, la contraseña, el segundo factor o un ingreso reciente',
  noPermission: 'La persona no tiene permiso para ver estas cifras',
  noView: 'La vista de este envío ya no existe o no es visible para quien lo programó',
  noQuestion: 'La pantalla de este envío no tiene cifras que se puedan enviar',
  nothingLeft: 'Lo que muestra este envío ya no existe',
  brokenQuestion: (problem: string) => `La consulta ya no se puede responder: ${problem}`,
  failedFor: (person: string, reason: string) => `A ${person}: ${reason}`,
  see: 'Ver envíos',
  troubleTitle: (name: string) => `El envío «${name}» no salió`,
  troubleText: (reason: string) => `${reason}. Corregir el envío o pausarlo.`,
}

export const UNSUBSCRIBE_TEXT = {
  title: 'Dejar de recibir este correo',
  ask: (name: string) => `¿Dejar de recibir «${name}»?`,
  confirm: 'Dejar de recibir',
  done: 'Listo: no llegan más correos de este envío.',
  again: 'Para volver a recibirlo: Góndola → Análisis → Avisos y envíos → Envíos.',
  wrong: 'El enlace no es válido o el envío ya no existe.',
}
