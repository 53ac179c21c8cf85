// Tables about how long orders take, and the orders that are not finished.
import { column } from '../columns.ts'
import { list } from '../list.ts'
import type { OrderStatus } from '../statuses.ts'
import { PROVINCE_LABELS } from '../value-labels.ts'
import { orderId, orderNumber } from './common.ts'

/** Days from creation to completion that count as on time, until others are set. */
export const PROMISED_DAYS = 7
export const MOST_PROMISED_DAYS = 365

/** Statuses of orders that somebody still has to work on. */
export const OPEN_STATUSES = [
  'wc-on-hold',
  'wc-processing',
  'wc-in-assembly',
  'wc-in-progress',
  'wc-ready-to-delivery',
] as const satisfies readonly OrderStatus[]

/** Whole days since the order; `later`: dated in the future, which is no age. */
export const OPEN_AGES = {
  '0-2': '0 a 2 días',
  '3-5': '3 a 5 días',
  '6-10': '6 a 10 días',
  over: 'Más de 10 días',
  later: 'Con fecha futura',
} as const
export type OpenAge = keyof typeof OPEN_AGES
export const OPEN_AGE_KEYS = Object.keys(OPEN_AGES) as OpenAge[]

const distributor = [
  column('dist_id', 'Dist ID', 'text', { filter: 'dist_id', description: '0: without distributor' }),
  column('dist_name', 'Distribuidor', 'text', { filter: 'dist_name' }),
] as const
const [distId, distName] = distributor
const province = column('province', 'Provincia', 'text', { labels: PROVINCE_LABELS })

/** An order after what a list tells of it. */
const ofOrder = [
  column('status', 'Estado', 'status'),
  orderId,
  orderNumber,
  column('date', 'Fecha', 'date'),
  column('order_total', 'Neto', 'money'),
  distId,
  province,
] as const

/** Statuses in which the orders of the times and of the cancellation rate ended. */
export const ENDED_STATUSES = ['wc-completed', 'wc-cancelled'] as const satisfies readonly OrderStatus[]

export const openAgesTable = {
  columns: [
    column('status', 'Estado', 'status'),
    column('open_orders', 'Abiertas', 'integer'),
    column('age_0_2', OPEN_AGES['0-2'], 'integer'),
    column('age_3_5', OPEN_AGES['3-5'], 'integer'),
    column('age_6_10', OPEN_AGES['6-10'], 'integer'),
    column('age_over_10', OPEN_AGES.over, 'integer'),
    column('dated_later', OPEN_AGES.later, 'integer'),
  ],
  file: 'ordenes_abiertas_por_antiguedad',
} as const

const stage = [
  column('status', 'Estado', 'status'),
  column('median_days', 'Mediana de días', 'decimal2'),
  column('p90_days', 'Percentil 90, días', 'decimal2', {
    description: 'Nine of ten orders stayed at most so many days',
  }),
  column('orders', 'Órdenes', 'integer', {
    description: 'That left the status, where its beginning and its end were seen',
  }),
] as const
const [stageStatus, stageMedian, stageP90, stageOrders] = stage

/** The usual course of an order; other statuses follow. */
const COURSE = [
  ...['wc-pending', 'wc-on-hold', 'wc-processing', 'wc-in-assembly', 'wc-in-progress'],
  ...['wc-ready-to-delivery', 'wc-completed'],
]
export function placeInCourse(status: string): number {
  const place = COURSE.indexOf(status)
  return place === -1 ? COURSE.length : place
}

export const stagesTable = { columns: stage, file: 'etapas_de_ordenes' } as const

const times = [
  column('median_days', 'Mediana de días', 'decimal2', {
    nullable: true,
    description: 'Null without a completed order that has a date of completion',
  }),
  column('p90_days', 'Percentil 90, días', 'decimal2', {
    nullable: true,
    description: 'Nine of ten orders took at most so many days',
  }),
  column('on_time_rate', '% a tiempo', 'percent2', {
    nullable: true,
    description: 'Completed within the promise, of those completed with a date',
  }),
  column('completed', 'Completadas', 'integer'),
  column('open_orders', 'Abiertas', 'integer'),
  column('oldest_days', 'Más antigua, días', 'decimal2', {
    nullable: true,
    description: 'Days since the oldest open order; null without one dated until now',
  }),
  column('cancel_rate', 'Tasa de cancelación', 'percent2', { nullable: true }),
] as const

export const serviceLists = {
  service: list('/api/distributors/service', {
    access: 'view:distributors',
    summary: 'How long the month’s orders took per distributor, and its open orders as of now',
    description:
      'Times from creation to completion of the orders created in the month and completed by now. Open orders are of any month: on-hold, processing, in-assembly, in-progress and ready-to-delivery.',
    columns: [distName, ...times, distId],
    key: ['dist_id'],
    orderBy: 'median_days',
    file: 'servicio_de_distribuidores',
  }),

  serviceProvinces: list('/api/distributors/service/provinces', {
    access: 'view:distributors',
    summary: 'How long the month’s orders took per province of the order, and its open orders as of now',
    description: 'As per distributor; orders without distributor count too.',
    columns: [province, ...times],
    key: ['province'],
    orderBy: 'median_days',
    file: 'servicio_por_provincia',
  }),

  endedOrders: list('/api/distributors/service/ended-orders', {
    access: 'view:orders',
    summary: 'The month’s completed and cancelled orders, with the days that completed ones took',
    description: 'Those that the times and the cancellation rate count.',
    columns: [
      distName,
      column('days_taken', 'Días', 'decimal2', {
        nullable: true,
        description:
          'From creation to completion; null for a cancelled order, or without a date of completion',
      }),
      column('on_time', 'A tiempo', 'flag', {
        nullable: true,
        description: 'Completed within the promise; null without days',
      }),
      ...ofOrder,
    ],
    key: ['order_id'],
    orderBy: 'days_taken',
    file: 'ordenes_terminadas',
  }),

  distributorStages: list('/api/distributors/service/distributor-stages', {
    access: 'view:distributors',
    summary: 'How long the month’s orders of each distributor stayed in each status',
    description: 'As in the stages of all distributors together.',
    columns: [distName, stageMedian, stageStatus, stageP90, stageOrders, distId],
    key: ['dist_id', 'status'],
    orderBy: 'median_days',
    file: 'etapas_por_distribuidor',
  }),

  provinceStages: list('/api/distributors/service/province-stages', {
    access: 'view:distributors',
    summary: 'How long the month’s orders of each province stayed in each status',
    description: 'As in the stages of all distributors together.',
    columns: [province, stageMedian, stageStatus, stageP90, stageOrders],
    key: ['province', 'status'],
    orderBy: 'median_days',
    file: 'etapas_por_provincia',
  }),

  stageOrders: list('/api/distributors/service/stage-orders', {
    access: 'view:orders',
    summary: 'The month’s orders that left a status, with the days in it',
    description: 'Those that the stages count: an order that left a status twice has two rows.',
    columns: [
      distName,
      column('days_in', 'Días', 'decimal2', { description: 'In the status' }),
      stageStatus,
      orderId,
      orderNumber,
      column('left_at', 'Dejó el estado', 'datetime'),
      distId,
      province,
    ],
    key: ['order_id', 'left_at'],
    orderBy: 'days_in',
    file: 'ordenes_por_etapa',
  }),

  openOrders: list('/api/distributors/service/open-orders', {
    timeless: true,
    access: 'view:orders',
    summary: 'Orders of any month that are not finished, with their age as of now',
    columns: [
      distName,
      column('days_open', 'Días', 'decimal2', {
        nullable: true,
        description: 'Days since the order; null for one dated in the future',
      }),
      ...ofOrder,
    ],
    key: ['order_id'],
    orderBy: 'days_open',
    file: 'ordenes_abiertas',
  }),
}
