import type { CronKey, CronState } from '#contract/cron-states.ts'
import type { WebhookState } from '#contract/shop-states.ts'
import { counted } from '#web/text/format.ts'

export const cronText = {
  note: 'Trabajos que traen, resumen, revisan y resguardan los datos',
  states: {
    ready: 'Listo',
    runing: 'En curso',
    success: 'Correcto',
    failed: 'Falló',
    waiting: 'Pendiente',
    warning: 'Con advertencias',
  } satisfies Record<CronState, string>,
  about: {
    orders: 'Trae de la tienda las órdenes y los reembolsos que cambiaron, o los de un mes',
    products: 'Trae de la tienda los productos y sus categorías',
    customers: 'Trae de la tienda las cuentas de clientes',
    coupons: 'Trae de la tienda los cupones',
    distributors: 'Actualiza los distribuidores que nombran las órdenes',
    import: 'Trae de la tienda todo de nuevo, desde la primera orden',
    webhooks: 'Pone otra vez en marcha los webhooks que la tienda desactivó',
    summaries: 'Rehace los resúmenes de los meses que cambiaron',
    reconciliation:
      'Compara las órdenes con las de la tienda y los resúmenes con ellas, y repara lo que difiere',
    backup: 'Copia la base de datos; quedan las últimas 7 copias',
  } satisfies Record<CronKey, string>,
  run: 'Ejecutar',
  retry: 'Reintentar',
  runOf: (label: string) => `Ejecutar ${label}`,
  retryOf: (label: string) => `Reintentar ${label}`,
  month: 'Un mes…',
  monthOf: (label: string) => `Ejecutar ${label} para un mes`,
  monthLabel: 'Mes',
  thisMonth: (name: string) => `${name} (mes en curso)`,
  monthsBack: (name: string, count: number) => `${name} (${count === 1 ? '1 mes' : `${count} meses`} atrás)`,
  monthNote: 'Se rehace ese mes; los demás quedan como están.',
  last: (age: string) => `Última vez: ${age}`,
  neverRan: 'Todavía no se ejecutó',
  next: (when: string) => `Próxima: ${when}`,
  byHand: 'Solo a mano: sin tienda conectada',
  progressOf: (label: string) => `Avance de ${label}`,
  seeLog: 'Ver registro',
  seeLogOf: (label: string) => `Ver registro de ${label}`,
} as const

export const webhookText = {
  title: 'Webhooks de la tienda',
  note: 'Avisan los cambios en segundos; sin ellos llegan con los crones de arriba',
  noSecret: 'Góndola todavía no los recibe: falta crearlos.',
  enable: 'Crear los webhooks',
  mend: 'Reactivar los webhooks',
  address: 'Dirección con que la tienda llega a Góndola',
  never: 'Sin entregas todavía',
  received: (deliveries: number, age: string) =>
    `${counted(deliveries, 'entrega', 'entregas')}, la última ${age}`,
  all: (count: number) => `${count} de ${count} ${count === 1 ? 'activo' : 'activos'}`,
  some: (active: number, count: number) => `${active} de ${count} activos`,
  states: {
    active: 'Activo',
    paused: 'En pausa',
    disabled: 'Desactivado',
    missing: 'Falta',
    unknown: 'No se sabe',
  } satisfies Record<WebhookState, string>,
} as const
