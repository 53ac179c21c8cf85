// Recipes of known platforms: their titles, as real exports show them. A column is its title; of repeated titles the one behind `after`.
import type { FileKind } from '#contract/import-states.ts'
import { folded } from '#server/domain/folded.ts'
import type { DateOrder } from './dates.ts'
import { type Field, foldedTitle, LISTED } from './fields.ts'

/** Titles of one column in its languages and versions, joined by `|`; `after`: a title to the left of it. */
export type Wanted = string | { readonly titles: string; readonly after: string }

export interface KindRecipe {
  readonly kind: FileKind
  /** All titles of one of these sets make a file of this kind. */
  readonly marks: readonly (readonly string[])[]
  /** Several columns: the first with a value; of `status` all of them, joined. */
  readonly columns: Partial<Record<Field, readonly Wanted[]>>
  readonly order?: DateOrder
  /** Cells without a title of their own to place, such as packages of Mercado Libre. */
  readonly layout?: 'packages' | 'line-items'
  /** Unit prices are after the coupon, quantities already less what was returned. */
  readonly afterDiscount?: true
  readonly lessRefund?: true
  /** Amounts of lines are without tax, which only its own column or the total holds. */
  readonly untaxed?: true
}

const SHOPIFY: KindRecipe = {
  kind: 'shopify',
  marks: [
    ['name', 'lineitem name', 'lineitem quantity'],
    ['name', 'financial status', 'created at'],
  ],
  columns: {
    order: ['Name'],
    date: ['Created at'],
    status: ['Financial Status', 'Fulfillment Status'],
    cancelled: ['Cancelled at'],
    email: ['Email'],
    customer: ['Shipping Name', 'Billing Name'],
    company: ['Billing Company', 'Shipping Company'],
    city: ['Shipping City', 'Billing City'],
    province: ['Shipping Province Name', 'Shipping Province', 'Billing Province Name', 'Billing Province'],
    country: ['Shipping Country', 'Billing Country'],
    payment: ['Payment Method'],
    currency: ['Currency'],
    sku: ['Lineitem sku'],
    product: ['Lineitem name'],
    quantity: ['Lineitem quantity'],
    unit_price: ['Lineitem price'],
    line_discount: ['Lineitem discount'],
    order_discount: ['Discount Amount'],
    coupon: ['Discount Code'],
    shipping: ['Shipping'],
    tax: ['Taxes'],
    total: ['Total'],
    subtotal: ['Subtotal'],
    refund: ['Refunded Amount'],
  },
}

const TIENDANUBE: KindRecipe = {
  kind: 'tiendanube',
  order: 'dmy',
  marks: [
    ['numero de orden', 'nombre del producto'],
    ['numero de orden', 'estado de la orden'],
    ['numero do pedido', 'nome do produto'],
    ['numero do pedido', 'status do pedido'],
  ],
  columns: {
    order: ['Número de orden|Número do Pedido'],
    date: ['Fecha|Data'],
    status: [
      'Estado de la orden|Status do Pedido',
      'Estado del pago|Status do Pagamento',
      'Estado del envío|Status do Envio',
    ],
    email: ['Email|E-mail'],
    customer: ['Nombre del comprador|Nome do comprador'],
    city: ['Ciudad|Cidade', 'Localidad|Bairro'],
    province: ['Provincia o estado|Estado'],
    country: ['País'],
    payment: ['Medio de pago|Forma de pago|Forma de Pagamento'],
    currency: ['Moneda|Moeda'],
    sku: ['SKU'],
    product: ['Nombre del producto|Nome do Produto'],
    quantity: ['Cantidad del producto|Quantidade Comprada'],
    unit_price: ['Precio del producto|Valor do Produto'],
    order_discount: ['Descuento|Desconto'],
    coupon: ['Cupón de descuento|Cupón|Cupom de Desconto'],
    shipping: ['Costo de envío|Valor do Frete'],
    total: ['Total'],
    subtotal: ['Subtotal de productos|Subtotal'],
    refund: ['Reembolso|Estorno'],
  },
}

const MERCADO_LIBRE: KindRecipe = {
  kind: 'mercadolibre',
  order: 'dmy',
  layout: 'packages',
  marks: [
    ['de venta', 'fecha de venta', 'estado', 'unidades'],
    ['n de venda', 'data da venda', 'estado', 'unidades'],
  ],
  columns: {
    order: ['# de venta|N.º de venda|N.° de venda'],
    date: ['Fecha de venta|Data da venda'],
    status: ['Estado|Estado del pedido'],
    customer: [{ titles: 'Comprador|Nombre del comprador', after: 'Título de la publicación' }, 'Comprador'],
    city: [{ titles: 'Ciudad|Comuna|Cidade', after: 'Comprador' }, 'Ciudad|Comuna|Cidade'],
    province: [
      { titles: 'Estado', after: 'Comprador' },
      { titles: 'Estado', after: 'Ciudad' },
    ],
    country: [{ titles: 'País', after: 'Comprador' }],
    sku: ['SKU'],
    product: ['Título de la publicación|Título do anúncio'],
    quantity: ['Unidades'],
    unit_price: ['Precio unitario de venta de la publicación|Preço unitário de venda do anúncio'],
    line_total: ['Ingresos por productos|Ingresos|Receita por produtos'],
    shipping: ['Ingresos por envío|Receita por envio'],
    refund_reason: ['Descripción del estado|Descrição do status'],
  },
}

const VTEX: KindRecipe = {
  kind: 'vtex',
  marks: [['order', 'creation date', 'sku selling price']],
  columns: {
    order: ['Order'],
    date: ['Creation Date'],
    status: ['Status'],
    email: ['Email'],
    first_name: ['Client Name'],
    last_name: ['Client Last Name'],
    company: ['Corporate Name'],
    city: ['City'],
    province: ['UF'],
    country: ['Country'],
    payment: ['Payment System Name'],
    currency: ['Currency Code'],
    sku: ['Reference Code', 'ID_SKU'],
    product: ['SKU Name'],
    quantity: ['Quantity_SKU'],
    unit_price: ['SKU Value'],
    line_net: ['SKU Total Price'],
    coupon: ['Coupon'],
    shipping: ['Shipping Value'],
    tax: ['Taxes'],
    total: ['Total Value'],
  },
}

const LINES = 'Order Lines|Líneas de la orden|Líneas del pedido|Líneas de pedido|order_line'
const lineOf = (titles: string): string =>
  LINES.split('|')
    .flatMap((start) => titles.split('|').map((title) => `${start}/${title}`))
    .join('|')

const ODOO: KindRecipe = {
  kind: 'odoo',
  untaxed: true,
  marks: LINES.split('|').flatMap((start) => [
    [folded(`${start}/Quantity`)],
    [folded(`${start}/Cantidad`)],
    [folded(`${start}/Subtotal`)],
    [folded(`${start}/product_uom_qty`)],
  ]),
  columns: {
    order: ['Order Reference|Referencia de la orden|Referencia del pedido|Referencia de pedido|Número|name'],
    date: ['Order Date|Fecha de la orden|Fecha del pedido|Fecha de pedido|date_order'],
    status: ['Status|Estado|state'],
    customer: ['Customer|Cliente|partner_id'],
    email: ['Customer/Email|Cliente/Correo electrónico|Cliente/Email|partner_id/email'],
    city: ['Customer/City|Cliente/Ciudad|partner_id/city'],
    province: ['Customer/State|Cliente/Estado|Cliente/Provincia|partner_id/state_id'],
    country: ['Customer/Country|Cliente/País|partner_id/country_id'],
    currency: ['Currency|Moneda|currency_id'],
    sku: [lineOf('Product/Internal Reference|Producto/Referencia interna|product_id/default_code')],
    product: [lineOf('Product|Producto|product_id'), lineOf('Description|Descripción|name')],
    quantity: [lineOf('Quantity|Cantidad|product_uom_qty')],
    unit_price: [lineOf('Unit Price|Precio unitario|price_unit')],
    line_discount_percent: [lineOf('Discount (%)|Descuento (%)|discount')],
    line_net: [lineOf('Subtotal|price_subtotal')],
    tax: ['Taxes|Impuestos|amount_tax'],
    total: ['Total|amount_total'],
    subtotal: ['Untaxed Amount|Importe sin impuestos|Base imponible|Importe base|amount_untaxed'],
  },
}

const BILLED = {
  email: ['billing_email'],
  first_name: ['billing_first_name', 'shipping_first_name'],
  last_name: ['billing_last_name', 'shipping_last_name'],
  company: ['billing_company'],
  city: ['shipping_city', 'billing_city'],
  province: ['shipping_state', 'billing_state'],
  country: ['shipping_country', 'billing_country'],
} as const

const WEBTOFFEE: KindRecipe = {
  kind: 'woocommerce',
  layout: 'line-items',
  marks: [
    ['order id', 'order date', 'line item 1'],
    ['order id', 'order number', 'line items'],
  ],
  columns: {
    ...BILLED,
    order: ['order_number', 'order_id'],
    date: ['order_date|date'],
    status: ['status'],
    payment: ['payment_method_title|payment_method'],
    currency: ['order_currency'],
    order_discount: ['discount_total'],
    coupon: ['coupon_items'],
    shipping: ['shipping_total'],
    fees: ['fee_total'],
    tax: ['tax_total'],
    total: ['order_total'],
    refund: ['refunded_total', 'refund_items'],
    refund_reason: ['refund_items'],
    dist_id: ['meta:_dist_id'],
    dist_name: ['meta:_dist_name'],
  },
}

const SKYVERGE: KindRecipe = {
  kind: 'woocommerce',
  marks: [['order id', 'item name', 'item quantity', 'item total']],
  columns: {
    ...BILLED,
    order: ['order_number', 'order_id'],
    date: ['date|order_date'],
    status: ['status'],
    payment: ['payment_method'],
    currency: ['order_currency'],
    sku: ['item_sku'],
    product: ['item_name'],
    quantity: ['item_quantity'],
    returned: ['item_refunded_qty'],
    line_total: ['item_subtotal'],
    line_net: ['item_total'],
    order_discount: ['discount_total'],
    coupon: ['coupon_items'],
    shipping: ['shipping_total'],
    fees: ['fee_total'],
    tax: ['tax_total'],
    total: ['order_total'],
    refund: ['refunded_total'],
  },
}

const ALGOLPLUS: KindRecipe = {
  kind: 'woocommerce',
  afterDiscount: true,
  lessRefund: true,
  marks: [
    ['order number', 'order status', 'item name', 'item cost'],
    ['order number', 'order status', 'item name', 'quantity refund'],
  ],
  columns: {
    order: ['Order Number'],
    date: ['Order Date'],
    status: ['Order Status'],
    email: ['Email (Billing)'],
    first_name: ['First Name (Billing)', 'First Name (Shipping)'],
    last_name: ['Last Name (Billing)', 'Last Name (Shipping)'],
    company: ['Company (Billing)'],
    city: ['City (Shipping)', 'City (Billing)'],
    province: ['State Code (Shipping)', 'State Code (Billing)'],
    country: ['Country Code (Shipping)', 'Country Code (Billing)'],
    payment: ['Payment Method Title'],
    sku: ['SKU'],
    product: ['Item Name'],
    quantity: ['Quantity (- Refund)|Quantity'],
    unit_price: ['Item Cost'],
    order_discount: ['Cart Discount Amount'],
    coupon: ['Coupon Code'],
    shipping: ['Order Shipping Amount'],
    tax: ['Order Total Tax Amount'],
    total: ['Order Total Amount'],
    refund: ['Order Refund Amount'],
  },
}

const ANALYTICS: KindRecipe = {
  kind: 'woocommerce',
  marks: [
    ['order', 'items sold', 'net sales'],
    ['fecha', 'pedido', 'articulos vendidos', 'ventas netas'],
  ],
  columns: {
    order: ['Order #|Pedido #|Nº de pedido'],
    date: ['Date|Fecha'],
    status: ['Status|Estado'],
    customer: ['Customer|Cliente'],
    coupon: ['Coupon(s)|Cupón(es)|Cupones'],
    product: ['Product(s)|Producto(s)|Productos'],
    quantity: ['Items sold|Artículos vendidos'],
    line_total: ['Net Sales|Ventas netas|N. Revenue (formatted)'],
  },
}

export const KINDS: readonly KindRecipe[] = [
  ...[SHOPIFY, TIENDANUBE, MERCADO_LIBRE, VTEX, ODOO],
  ...[WEBTOFFEE, SKYVERGE, ALGOLPLUS, ANALYTICS],
]

/** In which unit amounts are, in brackets behind a title, is no part of it: «Ingresos por productos (ARS)», «Importe (miles de $)». */
const UNIT = /\s*\((?:[A-Z]{3}|(?:[Ee]n )?(?:miles|millones)\b[^()]*|[kKM]{1,2}\$)\)\s*$/

/** «RazonSocial» is two words, but for titles that are known as they stand: 'CardName'. */
export function titleKey(title: string): string {
  const bare = title.replace(UNIT, '').trim()
  const key = foldedTitle(bare)
  if (LISTED.has(key) || /\s/.test(bare)) return key
  return foldedTitle(bare.replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})/gu, ' '))
}

/** The platform that writes these titles. */
export function kindOf(titles: readonly string[]): KindRecipe | undefined {
  const known = new Set(titles.map(titleKey))
  return KINDS.find(({ marks }) => marks.some((mark) => mark.every((title) => known.has(title))))
}
