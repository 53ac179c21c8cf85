import type { Reach } from '#contract/reach.ts'
import { counted } from '#web/text/format.ts'

const sheets = (count: number) => counted(count, 'ficha', 'fichas')

export const text = {
  button: 'Enviar fichas',
  one: 'Enviar',
  oneTitle: (name: string) => `Enviar la ficha a ${name}`,
  title: 'Enviar fichas a distribuidores',
  note: (month: string, against: string) =>
    `Cada distribuidor recibe en su correo la ficha de ${month}, ${against}: un PDF, sus cifras y sus órdenes en Excel. Solo lo suyo: sin puesto, participación, oportunidades ni notas.`,
  oneNote: (month: string, against: string) =>
    `Recibe en su correo la ficha de ${month}, ${against}: un PDF, sus cifras y sus órdenes en Excel. Solo lo suyo: sin puesto, participación, oportunidades ni notas.`,
  monthlyNote:
    'Cada mes, cada distribuidor recibe en su correo la ficha del último mes cerrado, comparada con el anterior: un PDF, sus cifras y sus órdenes en Excel. Solo lo suyo: sin puesto, participación, oportunidades ni notas.',
  noMail:
    'Esta instalación no manda correos. Para que los mande hay que definir GONDOLA_SMTP_URL y GONDOLA_PUBLIC_URL e iniciarla de nuevo.',
  when: 'Cuándo',
  times: { now: 'Ahora', month: 'Cada mes' },
  whom: 'A quiénes',
  changeOf: (against: string) => `Con el cambio de su monto completado, ${against}`,
  more: (count: number) => `Hay ${count} más: se encuentran con la búsqueda.`,
  find: 'Buscar distribuidor',
  fellMost: (count: number) => `Los ${count} que más cayeron`,
  all: 'Todos',
  none: 'Ninguno',
  chosen: (count: number, unreached: number) =>
    unreached === 0
      ? counted(count, 'elegido', 'elegidos')
      : `${counted(count, 'elegido', 'elegidos')}; ${unreached === 1 ? 'a uno no se le puede enviar' : `a ${unreached} no se les puede enviar`}`,
  nobody: 'Ningún distribuidor coincide.',
  everyone: 'También los distribuidores que se sumen después',
  withNames: 'Con los nombres de los clientes en el Excel de órdenes',
  day: 'Día del mes',
  lastDay: 'Último',
  time: 'Hora',
  email: 'E-mail del distribuidor',
  emailOf: (name: string) => `Cambiar el e-mail de ${name}`,
  emailHint:
    'Vale en lugar del de la tienda; las sincronizaciones no lo cambian. Vacío: vuelve el de la tienda.',
  saveEmail: 'Guardar',
  saveFirst: 'Falta guardar el e-mail que escribiste.',
  noEmail: 'Sin e-mail',
  reach: {
    ready: '',
    missing: 'Falta un e-mail válido',
    'not-allowed': 'Dirección no permitida',
    unsubscribed: 'Pidió no recibir más',
  } satisfies Record<Reach, string>,
  unreached: (why: string) => `No se puede enviar. ${why}.`,
  notAllowed: 'Un superAdmin tiene que permitir las direcciones o sus dominios en Configuración.',
  allow: 'Permitir direcciones',
  preview: 'Ver el correo',
  previewOf: (name: string) => `Así le llega a ${name}`,
  files: (names: string) => `Adjuntos: ${names}`,
  try: 'Enviarme una prueba',
  tried: 'La prueba va en camino a tu correo.',
  pick: 'Elegí al menos un distribuidor',
  submit: (count: number) => (count === 0 ? 'Enviar' : `Enviar ${sheets(count)}`),
  schedule: 'Programar',
  sent: (count: number) =>
    `${sheets(count)} en camino. Se ve si llegaron en Análisis → Avisos y envíos → Envíos.`,
  scheduled: 'Quedó programado. Se cambia en Análisis → Avisos y envíos → Envíos.',
  sheetOf: (name: string) => `Ficha de ${name}`,
  toAccounts: 'A cuentas de Góndola: programar un envío',
} as const
