import type { OwnDelivery } from '#contract/deliveries.ts'
import { LAST_DAY } from '#contract/delivery-days.ts'
import { counted } from '#web/text/format.ts'

export const WEEKDAYS = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'] as const

type Schedule = Pick<OwnDelivery, 'every' | 'on_day' | 'at_time'>

const dayOf = ({ every, on_day }: Schedule): string => {
  if (every === 'day') return 'Todos los días'
  if (every === 'week') return `Cada ${WEEKDAYS[on_day - 1]}`
  return on_day === LAST_DAY ? 'El último día de cada mes' : `El día ${on_day} de cada mes`
}

export const text = {
  noMail:
    'Esta instalación no manda correos. Para que los mande hay que definir GONDOLA_SMTP_URL (el servidor de correo) y GONDOLA_PUBLIC_URL (la dirección de Góndola para los enlaces) e iniciarla de nuevo. Los envíos se pueden preparar igual.',
  failed: 'No se pudo guardar. Probá de nuevo.',
  schedule: (schedule: Schedule): string => `${dayOf(schedule)} a las ${schedule.at_time}`,

  own: {
    title: 'Mis envíos',
    note: 'Cifras por correo a quienes elijas. Cada persona recibe lo que ve en pantalla, con sus distribuidores y permisos.',
    add: 'Nuevo envío',
    empty: 'Sin envíos. El primero puede ser las ventas del mes, cada lunes a las 8.',
    people: (count: number) => counted(count, 'persona', 'personas'),
    next: (time: string) => `Próximo: ${time}`,
    paused: 'En pausa',
    edit: 'Editar',
    try: 'Enviar prueba',
    tryLabel: (name: string) => `Enviar prueba de ${name}`,
    log: 'Registro',
    logLabel: (name: string) => `Registro de ${name}`,
    editLabel: (name: string) => `Editar ${name}`,
    remove: 'Eliminar',
    removeLabel: (name: string) => `Eliminar ${name}`,
    removeTitle: 'Eliminar el envío',
    removeNote: (name: string) => `«${name}» no se manda más, tampoco lo que esté esperando.`,
    removed: (name: string) => `El envío «${name}» se eliminó.`,
    saved: (name: string) => `El envío «${name}» quedó guardado.`,
    tried: 'La prueba va en camino a tu correo.',
  },

  form: {
    add: 'Nuevo envío',
    edit: 'Editar el envío',
    submit: 'Guardar',
    name: 'Nombre',
    nameRequired: 'El envío necesita un nombre',
    what: 'Qué se manda',
    views: 'Vista',
    goals: 'Metas',
    profile: 'Ficha del distribuidor',
    profileNote:
      'Cada correo trae la ficha del último mes cerrado, en PDF, y las órdenes del distribuidor, sin nombres ni e-mails de clientes.',
    tableOfScreen: 'Tabla de una pantalla',
    tableNamed: (name: string) => `Tabla: ${name}`,
    tableNote:
      'Cada correo trae el último mes con datos (el día 1, el que cerró), sin nombres ni e-mails de clientes.',
    weekNote: 'Cada correo trae la última semana cerrada.',
    address: 'Otra consulta de Explorar',
    fixedDays:
      'Con fechas fijas, cada correo trae los mismos días. En Explorar, un período relativo avanza solo.',
    addressLabel: 'Dirección de Explorar',
    addressHint: 'Armá la consulta en Explorar y copiá la dirección del navegador.',
    addressRequired: 'Pegá la dirección de una consulta de Explorar',
    every: 'Frecuencia',
    everyChoices: { day: 'Cada día', week: 'Cada semana', month: 'Cada mes' },
    weekday: 'Día',
    monthDay: 'Día del mes',
    lastDay: 'Último',
    time: 'Hora',
    timeRequired: 'Elegí la hora',
    attachment: 'Archivo adjunto',
    attachments: { xlsx: 'Excel (XLSX)', csv: 'CSV', none: 'Sin archivo' },
    people: 'Quiénes lo reciben',
    find: 'Buscar una persona',
    peopleRequired: 'Elegí al menos una persona',
    paused: 'En pausa',
    wrongQuestion: 'Esa consulta no se puede enviar: revisá la dirección o elegí otra vista.',
    forbidden: 'Tu cuenta no tiene permiso para esas cifras.',
  },

  sheets: {
    title: 'Fichas a distribuidores',
    note: 'Cada distribuidor recibe en su correo su propia ficha y sus órdenes. Se envían desde su lista o desde la ficha.',
    add: 'Enviar fichas',
    empty: 'Ninguna sale cada mes.',
    everyone: 'Todos los distribuidores',
    some: (names: readonly string[]) =>
      names.length > 3 ? `${names.slice(0, 2).join(', ')} y ${names.length - 2} más` : names.join(', '),
    leftOut: (count: number) =>
      count === 1
        ? 'Uno no recibe nada: sin e-mail permitido, o pidió no recibir más.'
        : `${count} no reciben nada: sin e-mail permitido, o pidieron no recibir más.`,
    withNames: 'Con nombres de clientes',
    monthly: 'Envío mensual',
    pause: 'Pausar',
    resume: 'Reanudar',
    remove: 'Eliminar',
    removeLabel: (who: string) => `Eliminar el envío mensual a ${who}`,
    removeTitle: 'Eliminar el envío mensual',
    removeNote: 'Las fichas ya no salen cada mes. Las que esperan salen igual.',
    removed: 'El envío mensual se eliminó.',
    log: 'Registro',
    logTitle: 'Fichas enviadas',
    logEmpty: 'Todavía no salió ninguna ficha.',
    sent: (name: string, month: string) => `${name}, ${month}`,
  },

  log: {
    title: (name: string) => `Registro de «${name}»`,
    empty: 'Todavía no salió ningún correo.',
    test: 'Prueba',
    attempts: (count: number) => counted(count, 'intento', 'intentos'),
    close: 'Cerrar',
  },

  states: { waiting: 'En espera', sent: 'Enviado', failed: 'No salió', dropped: 'Descartado' },

  mine: {
    title: 'Lo que recibo',
    note: 'Qué te llega por correo. La campana de avisos no cambia.',
    topics: 'Avisos por correo',
    received: 'Envíos de otras personas',
    nothing: 'Nadie te manda cifras por ahora.',
    by: (owner: string, when: string) => `De ${owner}. ${when}`,
  },

  hooks: {
    title: 'Webhooks',
    note: 'Los avisos llegan también a un canal de chat (Slack, Teams, Google Chat, Discord…) o a un programa.',
    add: 'Agregar webhook',
    empty: 'Sin webhooks.',
    ofShop: 'De la tienda',
    about: (host: string, by: string | null) => (by === null ? host : `${host} · lo agregó ${by}`),
    name: 'Nombre',
    nameRequired: 'El webhook necesita un nombre',
    url: 'Dirección',
    urlHint: 'Empieza con https:// y la da la herramienta de chat.',
    urlRequired: 'Pegá la dirección del webhook',
    wrongUrl: 'Esa dirección no sirve: tiene que empezar con https:// y ser de internet.',
    forShop: 'De la tienda: recibe las alertas compartidas',
    submit: 'Agregar',
    try: 'Probar',
    tryLabel: (name: string) => `Probar ${name}`,
    tried: (name: string) => `La prueba va en camino a «${name}»; abajo se ve si llegó.`,
    remove: 'Eliminar',
    removeLabel: (name: string) => `Eliminar ${name}`,
    removeTitle: 'Eliminar el webhook',
    removeSure: (name: string) => `«${name}» no recibe más avisos desde ahora.`,
    removed: (name: string) => `El webhook «${name}» se eliminó.`,
    secretTitle: 'Copiá el secreto',
    secretNote:
      'Sirve para comprobar la firma de cada aviso. No se vuelve a mostrar; las herramientas de chat no lo necesitan.',
    done: 'Listo',
  },

  messages: {
    title: 'Últimos mensajes',
    note: 'Lo que se mandó a tu correo y a tus webhooks.',
    empty: 'Todavía no hay mensajes.',
    channels: { mail: 'Correo', webhook: 'Webhook' },
    topics: { alert: 'Alerta', delivery: 'Envío', password: 'Contraseña', test: 'Prueba', sheet: 'Ficha' },
  },
}

/** Ready-made questions, by their query strings, and screens by their paths. */
export const READY = [
  { label: 'Cómo fue la semana', what: '/analysis/week' },
  {
    label: 'Ventas de la semana pasada por distribuidor',
    what: 'measures=net_sale,orders,buyers&by=distributor&period=last_week&compare=previous',
  },
  { label: 'Metas del mes por distribuidor', what: '/analysis/goals?by=distributor' },
  { label: 'Metas del mes', what: '/analysis/goals' },
  {
    label: 'Ventas de este mes por distribuidor',
    what: 'measures=net_sale,orders&by=distributor&period=this_month&compare=same_days',
  },
  {
    label: 'Ventas del mes pasado por distribuidor',
    what: 'measures=net_sale,orders&by=distributor&period=last_month&compare=previous',
  },
  {
    label: 'Venta de este mes, día por día',
    what: 'measures=net_sale,orders&grain=day&period=this_month&compare=same_days',
  },
  {
    label: 'Venta por segmento contra el año anterior',
    what: 'measures=net_sale,units&by=segment&period=last_month&compare=year',
  },
] as const
