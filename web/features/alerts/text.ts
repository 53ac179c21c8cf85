import type { AlertComparison, AlertDays, ConditionBody, ConditionKind } from '#contract/alerts/rule.ts'
import { isMeasure, type MeasureKey, measureOf } from '#contract/questions/measures.ts'
import { statusLabel } from '#contract/statuses.ts'
import { counted, date, integer, money, percent, units } from '#web/text/format.ts'

export const KIND_LABELS: Readonly<Record<ConditionKind, string>> = {
  falls: 'baja',
  rises: 'sube',
  below: 'queda por debajo de un valor',
  above: 'supera un valor',
  no_orders: 'no hay órdenes por unas horas',
  stuck: 'hay órdenes demoradas en un estado',
  misses_goal: 'la meta del mes queda fuera de alcance',
}

export const COMPARE_LABELS: Readonly<Record<AlertComparison, string>> = {
  usual: 'lo habitual (últimas semanas)',
  previous: 'el período anterior',
  year: 'un año antes',
}

const COMPARED: Readonly<Record<AlertComparison, string>> = {
  usual: 'lo habitual',
  previous: 'el período anterior',
  year: 'un año antes',
}

export const DAYS_LABELS: Readonly<Record<AlertDays, string>> = { 1: 'un día', 7: '7 días', 28: '28 días' }

export const LEAST_NOTES: Readonly<Record<ConditionKind, string>> = {
  falls: 'Solo si antes había por lo menos esto.',
  rises: 'Solo si ahora hay por lo menos esto.',
  below: 'Solo si en los 28 días anteriores sumó por lo menos esto.',
  above: 'Solo si hay por lo menos esto.',
  no_orders: 'Solo si en esas horas suele haber por lo menos estas órdenes; 0: seis.',
  stuck: 'Solo si hay por lo menos estas órdenes.',
  misses_goal: 'Solo si la meta es por lo menos esto.',
}

/** A value in the unit of the measure. */
export function valueText(measure: string, value: number | null): string {
  if (value === null) return 'sin datos'
  const { format } = measureOf(isMeasure(measure) ? measure : 'net_sale')
  if (format === 'money') return money(value)
  if (format === 'percent2') return percent(value, 2)
  return format === 'units' ? units(value) : integer(value)
}

/** 'baja más de 30,0 % contra lo habitual, en 7 días' */
export function conditionText(measure: MeasureKey, sent: ConditionBody): string {
  const { kind, by = 0, unit = 'percent', over = 7, compare = 'usual', value = 0, hours = 0, days = 0 } = sent
  switch (kind) {
    case 'falls':
    case 'rises': {
      const amount = unit === 'percent' ? percent(by) : valueText(measure, by)
      return `${KIND_LABELS[kind]} más de ${amount} contra ${COMPARED[compare]}, en ${DAYS_LABELS[over]}`
    }
    case 'below':
      return `queda por debajo de ${valueText(measure, value)} en ${DAYS_LABELS[over]}`
    case 'above':
      return `supera ${valueText(measure, value)} en ${DAYS_LABELS[over]}`
    case 'no_orders':
      return `no hay órdenes por ${counted(hours, 'hora', 'horas')}`
    case 'stuck':
      return `hay órdenes en ${statusLabel(sent.status ?? '')} sin cambios por ${counted(days, 'día', 'días')}`
    case 'misses_goal':
      return 'no llegaría a la meta del mes'
  }
}

/** 'YYYY-MM-DD' or with an hour. */
export const momentText = (moment: string): string =>
  moment.length > 10 ? `${date(moment)}, ${Number(moment.slice(11)) + 1} h` : date(moment)

export const text = {
  title: 'Mis alertas',
  note: 'Góndola mira cada alerta cuando se mueven los datos y cuando cierra el día, y avisa una vez cuando algo empieza y otra cuando termina: en la campana y, según lo que elijas en Envíos, por correo o en un chat.',
  add: 'Nueva alerta',
  empty: 'Sin alertas. Creá la primera y probala con los últimos 90 días antes de guardarla.',
  total: 'Total',
  each: (dimension: string) => `por ${dimension}`,
  of: (values: string) => `de ${values}`,
  without: (values: string) => `sin ${values}`,
  least: (value: string) => `piso ${value}`,
  ownerless: 'sin dueño',
  byOwner: (owner: string) => `de ${owner}`,
  states: {
    quiet: 'En orden',
    open: (count: number) => counted(count, 'incidente abierto', 'incidentes abiertos'),
    muted: 'Silenciada',
    snoozed: (when: string) => `Pospuesta hasta ${when}`,
    problem: 'No se puede mirar',
    unfollowed: 'No la seguís',
    waiting: 'Se mira en un momento',
  },
  recent: (count: number) => `${counted(count, 'incidente', 'incidentes')} en 90 días`,
  since: (moment: string) => `desde el ${moment}`,
  against: (value: string) => `contra ${value}`,
  menu: (name: string) => `Acciones de ${name}`,
  actions: {
    edit: 'Editar',
    history: 'Historial',
    snoozeDay: 'Posponer un día',
    snoozeWeek: 'Posponer una semana',
    wake: 'Volver a avisar',
    mute: 'Silenciar',
    remove: 'Eliminar',
    follow: 'Seguir',
    unfollow: 'Dejar de seguir',
  },
  form: {
    create: 'Nueva alerta',
    change: 'Editar la alerta',
    save: 'Guardar',
    name: 'Nombre',
    nameRequired: 'La alerta necesita un nombre',
    what: 'Qué se mira',
    measure: 'Medida',
    by: 'Por cada',
    whole: 'Nada: solo el total',
    filters: 'Filtros',
    noFilter: (label: string) => `Quitar el filtro ${label}`,
    filterBy: 'Agregar un filtro por',
    none: 'Elegir…',
    filterValue: 'Valor',
    when: 'Avisarme cuando',
    condition: 'Condición',
    amount: 'Más de',
    unit: 'En',
    units: { percent: 'por ciento', amount: 'la unidad de la medida' },
    over: 'Sumando',
    compare: 'Contra',
    value: 'Valor',
    hours: 'Horas',
    status: 'Estado',
    days: 'Días sin cambios',
    least: 'Piso',
    number: 'Escribí un número',
    tried: 'Probar con los últimos 90 días',
    trying: 'Probando…',
  },
  trial: {
    times: (count: number) =>
      count === 0
        ? 'No habría avisado en 90 días.'
        : `Habría avisado ${counted(count, 'vez', 'veces')} en 90 días.`,
    tooOften: 'Es más de un aviso por día: con un límite más exigente quedan los que importan.',
    more: (count: number) => `y ${count} más`,
    strip: (from: string, to: string) => `Incidentes entre el ${from} y el ${to}`,
  },
  history: {
    title: (name: string) => `Historial de ${name}`,
    empty: 'Todavía no encontró nada.',
    began: 'Empezó',
    ended: 'Terminó',
    stillOpen: 'Sigue abierto',
    silent: 'sin aviso',
  },
  remove: {
    title: 'Eliminar la alerta',
    sure: (name: string) => `¿Eliminar «${name}» con su historial?`,
  },
  failed: 'No se pudo guardar. Probá de nuevo.',
  refused: 'Tu rol no permite mirar eso.',
} as const
