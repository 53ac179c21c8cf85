import { column, field } from '../columns.ts'
import { list } from '../list.ts'
import { PROVINCE_LABELS } from '../value-labels.ts'
import { distributor, orderId } from './common.ts'

const access = 'view:reports'

const sku = column('sku', 'SKU', 'text', { filter: 'sku' })
const productName = column('product_name', 'Producto', 'text', { filter: 'product_name' })

/** Distinguishes the lines of an order. */
const lineId = field('line_id', 'id')

const [distId, distName] = distributor

/** The results of a line come before their breakdown, so that notebooks show them without scrolling. */
const tradeColumns = [
  column('order_date', 'Fecha', 'date'),
  orderId,
  distName,
  sku,
  productName,
  column('quantity', 'Cantidad', 'units'),
  column('total_discounts', 'Total descuentos', 'money'),
  column('net_total', 'Neto', 'money'),
  distId,
  column('business', 'Negocio', 'text', { filter: 'business' }),
  column('segment', 'Segmento', 'text', { filter: 'segment' }),
  column('unit_price_list', 'Precio lista', 'money', { description: 'Gross per unit' }),
  column('unit_discount_price', 'Precio con desc.', 'money', {
    description: 'Price per unit after discounts',
  }),
  column('discount_per_unit', 'Desc. por unidad', 'money'),
  column('subtotal_discounts_price', 'Subtotal con desc.', 'money', {
    description: 'The line after coupons and promotions',
  }),
  column('corporate_name', 'Corporativo'),
  column('corporate_discount', 'Desc. corporativo', 'money'),
  column('label_unit_discount', 'Otros descuentos', 'text', {
    description: 'Names of the other discounts of the order',
  }),
  column('discount_unit_amount', 'Otro desc. por unidad', 'money'),
  column('subtotal_other_discounts', 'Subtotal otros desc.', 'money'),
  column('type', 'Tipo'),
] as const

const tradeLines = {
  access,
  description:
    'Type ORDEN returns every line, net_total being the net of the line; DEVOLUCION the lines with a refund, net_total being the refunded amount, negative. The parts of the lines add up to the discounts of the order.',
  hidden: [lineId],
  key: ['order_id', 'line_id'],
  orderBy: 'order_date',
  order: 'ASC',
} as const

export const reportLists = {
  tradeReport: list('/api/reports/distributor/order-discounts', {
    ...tradeLines,
    summary: 'Lines of the completed orders of the month with their discounts',
    columns: tradeColumns,
    file: 'reporte_comercial',
    screen: {
      path: '/reports/trade-report',
      title: 'Reporte Comercial',
      menu: 'Reporte Comercial',
      heading: 'Descuentos de {month}',
      note: 'Líneas de las órdenes completadas con sus descuentos',
      tableId: 'trade',
    },
  }),

  buyXGetY: list('/api/reports/wdr', {
    access,
    summary: 'Lines of the month’s orders with a buy-X-get-Y promotion',
    columns: [
      orderId,
      column('order_date', 'Fecha', 'date'),
      column('product_id', 'Producto ID', 'id', { filter: 'product_id' }),
      productName,
      column('product_qty', 'Cantidad', 'units'),
      column('discount_price', 'Descuento', 'money', { description: 'Discount of the line' }),
      column('type', 'Tipo', 'text', {
        description: 'LLEVA: the promotion discounted this line; COMPRA: it did not',
      }),
      column('order_status', 'Estado', 'status'),
    ],
    hidden: [lineId],
    key: ['order_id', 'line_id'],
    orderBy: 'order_id',
    file: 'reporte_compro_x_llevo_y',
    screen: {
      path: '/reports/buy-x-get-y',
      title: 'Reporte compro X llevo Y',
      menu: 'Compro X llevo Y',
      note: 'Órdenes con promoción de {month}',
      perPage: 50,
    },
  }),

  simpleReport: list('/api/reports/products/simple', {
    access,
    summary: 'Buyers, orders, units and net revenue per product of the month’s completed orders',
    columns: [
      column('period', 'Periodo', 'text', { description: 'YYYY-MM', example: '2026-05' }),
      sku,
      productName,
      column('total_users_buy', 'Usuarios', 'integer', { description: 'Distinct buyers' }),
      column('total_orders_count', 'Ordenes', 'integer'),
      column('product_quantity', 'Unidades', 'units'),
      column('total_net_revenue', 'Ingresos', 'money'),
    ],
    hidden: [field('product_id', 'id', { description: '0: deleted product' }), field('variation_id', 'id')],
    key: ['product_id', 'variation_id', 'product_name'],
    orderBy: 'total_net_revenue',
    maxPerPage: 100_000,
    file: 'reporte_simple',
    screen: {
      path: '/reports/simple',
      title: 'Reporte SIMPLE',
      menu: 'Reporte SIMPLE',
      heading: 'Apertura por Mes y Periodo',
      note: 'Productos de las órdenes completadas de {month}',
    },
  }),

  mixedBoxes: list('/api/reports/boxes-mix', {
    access,
    summary: 'Discounts of mixed boxes in the month',
    columns: [
      orderId,
      column('date', 'Fecha', 'date'),
      ...distributor,
      column('promo_name', 'Promo', 'text', { filter: 'promo_name' }),
      column('coupon_code', 'Cupon', 'text', { filter: 'coupon_code' }),
      column('promo_discount', 'Descuento', 'money'),
      column('status', 'Estado', 'status'),
    ],
    hidden: [field('discount_id', 'id')],
    key: ['order_id', 'discount_id'],
    orderBy: 'order_id',
    file: 'reporte_de_cajas_surtidas',
    screen: {
      path: '/reports/mix-boxes',
      title: 'Reporte Cajas Surtidas',
      menu: 'Cajas Surtidas',
      heading: 'Tabla de Cajas Surtidas',
      note: 'Descuentos de cajas surtidas de {month}',
      tableId: 'mixed-boxes',
    },
  }),

  mailList: list('/api/reports/users/mail-list', {
    timeless: true,
    access,
    summary: 'Accounts with their consent to receive communications and samples',
    columns: [
      column('date_registered', 'Fecha de registro', 'date'),
      column('name', 'Nombre', 'text', { filter: 'name', personal: true }),
      column('surname', 'Apellido', 'text', { filter: 'surname', personal: true }),
      column('email', 'Email', 'text', { filter: 'email', personal: true }),
      column('main_state', 'Provincia', 'text', { filter: 'main-state', labels: PROVINCE_LABELS }),
      column('main_city', 'Ciudad', 'text', { filter: 'main-city' }),
      column('allow_receive_comunications', 'Acepta comunicaciones', 'flag'),
      column('allow_receive_samples', 'Acepta muestras', 'flag'),
    ],
    hidden: [field('customer_id', 'id')],
    key: ['customer_id'],
    orderBy: 'date_registered',
    file: 'lista_de_emails',
    screen: {
      path: '/reports/users-mails',
      title: 'Lista de emails de usuarios',
      menu: 'Mailing',
      note: 'Todas las cuentas, con lo que aceptan recibir',
      tableId: 'mails',
      perPage: 50,
      orderBy: 'allow_receive_comunications',
    },
  }),

  businessLines: list('/api/reports/test/business', {
    access,
    summary: 'Lines of the month’s completed orders with their business',
    columns: [
      orderId,
      column('date', 'Fecha', 'date'),
      column('business', 'Negocio'),
      column('segment', 'Segmento'),
      column('sku', 'SKU'),
      column('product_name', 'Producto'),
      column('quantity', 'Cantidad', 'units'),
      column('total_amount', 'Neto', 'money', { description: 'Net of the line' }),
    ],
    hidden: [lineId],
    key: ['order_id', 'line_id'],
    orderBy: 'order_id',
    file: 'lineas_por_negocio',
  }),

  businessReport: list('/api/reports/business', {
    ...tradeLines,
    summary: 'The commercial report, which also filters by company',
    columns: tradeColumns.map((item) =>
      item.key === 'corporate_name' ? { ...item, filter: 'corporate_name' as const } : item,
    ),
    file: 'reporte_comercial_por_empresa',
  }),
}
