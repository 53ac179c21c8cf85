// What Góndola reads of a file, with the titles by which an unknown file offers it.
import { folded } from '#server/domain/folded.ts'

/** `subtotal` is the order's own sum of its lines, only compared; a value of `cancelled` cancels the order; `returned`: units; `document`: what the row is, such as a credit note. */
export const FIELDS = [
  'order',
  'date',
  'status',
  'customer',
  'email',
  'first_name',
  'last_name',
  'company',
  'city',
  'province',
  'country',
  'dist_id',
  'dist_name',
  'invoice',
  'payment',
  'currency',
  'sku',
  'product',
  'quantity',
  'unit_price',
  'line_total',
  'line_net',
  'line_discount',
  'line_discount_percent',
  'order_discount',
  'coupon',
  'shipping',
  'fees',
  'tax',
  'total',
  'refund',
  'refund_of',
  'refund_date',
  'refund_reason',
  'subtotal',
  'cancelled',
  'returned',
  'document',
] as const
export type Field = (typeof FIELDS)[number]

const TITLES: Readonly<Record<Field, string>> = {
  order:
    'pedido|pedido id|orden id|venta id|numero de pedido|orden|numero de orden|nro_orden|orden de compra|venta|numero de venta|numero de compra|numero de transaccion|comprobante|numero de comprobante|ticket|numero de recibo|numero de ticket|recibo|remito|numero|nro|order|order id|order number|order no|order name|order #|orderid|sales order|amazon order id|transaction id|invoice no|invoiceno|receipt number|numero do pedido|pedido numero|id do pedido|order_id|id|numero da venda|no venda|n venda|id order|n|numero documento|numero de documento|nro documento|nro de documento|n documento|numero desde|docnum|num|folio|salesorder number|sales order number|order ref|pedido n|pedido nro|orden n|orden nro|nro comp|n comp|nro cbte|n cbte|nro cpbte|n cpbte|comp|cbte|cpbte|numero de operacion',
  date: 'fecha|fecha de venta|fecha de la orden|fecha del pedido|fecha de pedido|fecha pedido|fecha de creacion|fecha creacion|fecha de compra|fecha compra|fecha venta|fecha de emision|fecha emision|creado el|creada el|date|order date|orderdate|created at|created|creation date|creation|purchase date|purchase timestamp|order purchase timestamp|sale date|invoicedate|invoice date|data|data do pedido|data da compra|data da venta|datesale|fecha y hora|dia|emitido|emision|placed on|ordered on|sold on|date created|transaction date|date add|f venta|f emision|f pedido|docdate|posting date|salesorder date',
  status:
    'estado|estado del pedido|estado de la orden|estado de venta|estado de la venta|estado orden|estado pedido|situacion|status|order status|status do pedido|situacao|state of order|estatus|etapa|order state|financial status|payment status|estado de pago|estado del pago|osname',
  customer:
    'cliente|nombre del cliente|nombre cliente|comprador|nombre del comprador|razon social|nombre y apellido|customer|customer name|buyer|buyer name|client|client name|nombre completo|nome do comprador|bill to name|billing name|destinatario|cardname|sell to customer name|denominacion receptor',
  email:
    'email|e mail|mail|correo|correo electronico|customer email|buyer email|email cliente|correo cliente|mail cliente|e mail cliente|e mail do cliente|email do cliente|e mail del cliente|email del cliente',
  first_name: 'nombre|nombres|first name|nome|billing first name',
  last_name: 'apellido|apellidos|last name|sobrenome|billing last name',
  company: 'empresa|compania|negocio cliente|company|company name|comercio|local',
  city: 'ciudad|localidad|city|cidade|comuna|partido|ship city|shipping city|billing city',
  province:
    'provincia|prov|provincia o estado|state|province|region|departamento|estado provincia|uf|ship state|shipping state|billing state|shipping province|billing province|jurisdiccion|provincia de envio|provincia estado',
  country: 'pais|country|country code|ship country|shipping country|billing country',
  dist_id: 'distribuidor|id distribuidor|codigo distribuidor|cod distribuidor|distributor id|dist id',
  dist_name: 'nombre distribuidor|nombre del distribuidor|distribuidora|distributor|distributor name',
  invoice: 'factura|numero de factura|invoice|invoice number',
  payment:
    'medio de pago|forma de pago|metodo de pago|pago|payment|payment method|payment type|forma de pagamento|meio de pagamento|condicion de pago',
  currency: 'moneda|currency|currency code|divisa|moeda',
  sku: 'sku|codigo|cod|codigo de producto|codigo producto|cod producto|codigo articulo|cod articulo|articulo codigo|referencia|referencia interna|stockcode|stock code|item sku|product sku|seller sku|product id|producto id|id producto|id articulo|ean|item code|asin|codigo del producto|sku vendedor|internal reference|lineitem sku|custom label|itemcode',
  product:
    'producto|descripcion|nombre del producto|nombre producto|articulo|detalle|item|item name|product|product name|description|titulo|concepto|nome do produto|produto|titulo de la publicacion|lineitem name|descripcion del producto|nombre articulo|mercaderia|name|produto vendido|producto vendido|item title|product detail|dscription|producto servicio',
  quantity:
    'cantidad|cant|unidades|bultos|qty|quantity|units|quantidade|quantidade comprada|cantidad del producto|quantity purchased|cantidad vendida|cant unidades|item quantity|order quantity|items sold|uds|unid|qtde|qtd|pcs|pieces|piezas|lineitem quantity|transaction qty',
  unit_price:
    'precio|precio unitario|precio unit|p unitario|p unit|precio de venta|unit price|unitprice|price|item price|valor unitario|preco|preco unitario|valor do produto|precio del producto|precio lista|price each|precio neto|vlr unitario|valor unit|p lista|each|preco de venda|lineitem price|sold for',
  line_total:
    'importe|importe total linea|total linea|total de linea|importe linea|subtotal linea|line total|amount|gross sales|ventas brutas|sales|monto|monto bruto|importe bruto|bruto|subtotal del producto|total producto|item total|valor total|monto linea|line amount|linetotal',
  line_net:
    'importe neto|neto|subtotal neto|net sales|ventas netas|line net|net amount|precio pagado|paid price|monto neto|total con descuento|importe con descuento|precio final',
  line_discount:
    'descuento|descuentos|dto|bonificacion|discount|discounts|discount amount|desconto|item discount|importe descuento|descuento linea|monto descuento|item promotion discount|desconto do item|descuento del item',
  line_discount_percent:
    'bonif|bonif %|descuento %|% descuento|dto %|% dto|bonificacion %|% bonif|discount %|discount percent|porcentaje de descuento|desc %|% desc|discprcnt|line discount %',
  order_discount:
    'descuento del pedido|descuento de la orden|descuento total|order discount|descuento pedido|descuento global|total descuento|total discount|discount total',
  coupon:
    'cupon|cupon de descuento|codigo de cupon|coupon|coupon code|discount code|codigo de descuento|cupom|cupom de desconto',
  shipping:
    'envio|costo de envio|costo envio|flete|gastos de envio|shipping|shipping cost|shipping price|shipping fee|order shipping|frete|valor do frete|freight value|costo de despacho|despacho|precio envio|ship fee|shipping and handling',
  fees: 'recargo|recargos|interes|intereses|fees|fee|costo financiero',
  tax: 'impuesto|impuestos|iva|tax|taxes|sales tax|item tax|imposto|impostos|iva 21|importe iva|iva importe|monto iva|total iva|vatsum|item tax amount',
  total:
    'total|total del pedido|total de la orden|total orden|total pedido|total venta|order total|grand total|importe total|monto total|total value|total amount|total cobrado|grand total purchased|grand total base|valor total do pedido|total do pedido|total pagado|total pago|total paid|total paid tax incl|doctotal|imp total',
  refund:
    'reembolso|reembolsado|devuelto|monto devuelto|refund|refunded|refunded amount|refund amount|estorno|importe devuelto|total refunded|monto reembolsado|importe reembolsado|amount refunded',
  refund_of:
    'devolucion de|orden devuelta|pedido original|refund of|comprobante asociado|orden original|venta original|original order',
  refund_date:
    'fecha de devolucion|fecha devolucion|fecha de reembolso|fecha reembolso|refund date|refunded at',
  refund_reason: 'motivo|motivo de devolucion|motivo devolucion|refund reason|reason',
  subtotal:
    'subtotal|sub total|subtotal del pedido|subtotal de productos|order subtotal|subtotal de la orden',
  cancelled: 'cancelled at|canceled at|anulada|anulado|cancelled|canceled|fecha de anulacion|fecha anulacion',
  returned: 'item refunded qty',
  document:
    'tipo de comprobante|tipo comprobante|tipo comp|tipo cbte|tipo cpbte|tipo cpte|t comp|t cbte|t cpbte|t cpte|cpbte|cpte|cbte|comp|tipo de documento|tipo documento|tipo doc|comprobante|tipo|tipo movimiento|tipo de movimiento|tipo de recibo|tipo de operacion|tipo operacion|type|document type|doc type|event type|transaction type|receipt type',
}

/** Titles that no list holds: «Cant. vendida», 'Qty Ordered', 'QuantityOrdered', «Estado Factura»; not what became of the units later. */
export const TITLE_WORDS: Partial<Record<Field, { readonly is: RegExp; readonly isNot: RegExp }>> = {
  quantity: {
    is: /cantidad|\bcant\b|unidades|qty|quantity|quantidade|\bqtde?\b/,
    isNot:
      /refund|return|ship|invoic|cancel|stock|deliver|pend|devuel|devol|envi|entrega|factur|dispon|total|saldo|pedidos|lineas/,
  },
  status: {
    is: /^(?:estado|status|situacion)\b/,
    isNot:
      /pago|envio|entrega|logistic|cobr|provincia|region|residencia|civil|iva|fiscal|cuenta|cliente|comprador|producto|articulo|stock|publicacion|reclamo|pay|ship|fulfil|deliver|tracking|date|fecha|descripcion/,
  },
  unit_price: {
    is: /\b(?:precio|price|preco|sales price|p unit)\b/,
    isNot: /total|compare|cost|tax|iva|iibb|impuesto|ship|envio|refund|discount|descuento|original|anterior/,
  },
}

/** Layouts whose titles mean something else than elsewhere. */
export const KNOWN_LAYOUTS: readonly {
  readonly marks: readonly string[]
  readonly columns: Partial<Record<Field, string>>
}[] = [
  // Amazon: the price is that of all units, and lines have a status of their own.
  {
    marks: ['amazon order id', 'item price', 'item status'],
    columns: { line_total: 'item price', status: 'item status' },
  },
]

/** «Nº de pedido» and «N° de pedido» are one title. */
export const foldedTitle = (title: string): string => folded(title.replace(/[ºª]/g, ' '))

/** «Numero de pedido» is also «N° de pedido», «Nro. pedido» and «ID del pedido»; a number of a document may be a person's. */
function numbered(title: string): string[] {
  const thing = /^numero de (?!documento)(.+)$/.exec(title)?.[1]
  if (thing === undefined) return [title]
  return ['numero', 'nro', 'num', 'n', 'no', 'id', 'codigo', 'cod'].flatMap((word) =>
    ['de ', '', 'del ', 'de la '].map((between) => `${word} ${between}${thing}`),
  )
}

/** Titles of a field, likeliest first. */
export const SYNONYMS: ReadonlyMap<Field, readonly string[]> = new Map(
  FIELDS.map((field) => [field, TITLES[field].split('|').flatMap((title) => numbered(foldedTitle(title)))]),
)

/** The titles of all fields. */
export const LISTED: ReadonlySet<string> = new Set([...SYNONYMS.values()].flat())

/** Fields that hold numbers. */
export const NUMBERS: ReadonlySet<Field> = new Set<Field>([
  'quantity',
  'unit_price',
  'line_total',
  'line_net',
  'line_discount',
  'line_discount_percent',
  'order_discount',
  'shipping',
  'fees',
  'tax',
  'total',
  'refund',
  'subtotal',
  'returned',
])

/** Amounts of a sale; they tell its currency where no column does. */
export const PAID = ['line_total', 'line_net', 'unit_price', 'total'] as const

/** Fields that describe a line, not its order. */
export const LINE_FIELDS: ReadonlySet<Field> = new Set<Field>([
  'sku',
  'product',
  'quantity',
  'unit_price',
  'line_total',
  'line_net',
  'line_discount',
  'line_discount_percent',
])
