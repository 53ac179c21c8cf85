import type { AnalyticsReconciliation } from '#contract/analytics.ts'
import { integer, money } from '#web/text/format.ts'

type Key = AnalyticsReconciliation['differences'][number]['key']
type Part = AnalyticsReconciliation['guests']

const orders = (count: number) => (count === 1 ? '1 orden' : `${integer(count)} órdenes`)

export const text = {
  title: 'De WooCommerce a Góndola',
  datesTitle: 'Las mismas palabras, otras fechas',
  subtitle: (month: string) => `Ventas netas de ${month}, diferencia por diferencia`,
  start: 'Ventas netas en WooCommerce',
  startNote: {
    date_created:
      'Analítica → Ingresos, por el día en que se hizo cada orden: totales sin impuestos ni envío.',
    date_paid: 'Analítica → Ingresos, por el día en que se pagó cada orden: totales sin impuestos ni envío.',
    date_completed:
      'Analítica → Ingresos, por el día en que se completó cada orden: totales sin impuestos ni envío.',
  },
  end: 'Venta Neta en Góndola',
  endNote: 'El neto de las órdenes completadas del mes.',
  orders,
  differences: {
    dated_in_other_months: {
      name: 'Órdenes de este mes que WooCommerce cuenta en otro',
      why: 'Con sus ajustes, WooCommerce las fecha por el pago o el cierre, y no cuenta las que no lo tienen; Góndola, por el día en que se hicieron.',
    },
    made_in_other_months: {
      name: 'Órdenes de otros meses que WooCommerce cuenta en este',
      why: 'Se pagaron o cerraron este mes; Góndola las cuenta en el mes en que se hicieron.',
    },
    statuses: {
      name: 'Órdenes que no están completadas',
      why: 'WooCommerce cuenta todos los estados menos pendiente, cancelada y fallida; Góndola, solo las completadas.',
    },
    currencies: {
      name: 'Órdenes en otra moneda',
      why: 'WooCommerce las suma como si fueran de la moneda de la tienda; Góndola las lista y no las suma.',
    },
    refunds_of_other_months: {
      name: 'Devoluciones de este mes, de órdenes de otros',
      why: 'WooCommerce las resta en el mes en que se hicieron; Góndola, en el mes de su orden.',
    },
    refunds_in_other_months: {
      name: 'Devoluciones de otros meses, de órdenes de este',
      why: 'WooCommerce las resta en el mes en que se hicieron; Góndola, acá.',
    },
    tax: {
      name: 'Impuestos incluidos en los precios',
      why: 'WooCommerce los quita siempre; Góndola los deja cuando los precios de la orden los incluyen.',
    },
    fees: {
      name: 'Recargos',
      why: 'WooCommerce los cuenta como venta; Góndola los guarda aparte, como el envío.',
    },
    vouchers: {
      name: 'Pagado con vales y billeteras',
      why: 'WooCommerce lo descuenta de la venta; Góndola lo toma como un pago, porque así lo dice el mapeo de la tienda.',
    },
    header: {
      name: 'Totales que no son la suma de sus renglones',
      why: 'WooCommerce cuenta el total que dice la orden; Góndola, sus productos y descuentos.',
    },
    rounding: {
      name: 'Devoluciones sin detalle y redondeos',
      why: 'Una devolución no resta más que los productos de su orden; y los centavos de cada línea se redondean una vez.',
    },
  } satisfies Record<Key, { name: string; why: string }>,
  sameTitle: 'Lo que no cambia la cuenta',
  same: ({ guests, recent }: { guests: Part; recent: Part }): { name: string; words: string }[] => [
    {
      name: 'Invitados',
      words: `Los dos suman sus compras: ${orders(guests.orders)}, ${money(guests.amount)}. Lo que difiere es la cantidad de clientes, porque Góndola reconoce a un invitado por su e-mail.`,
    },
    {
      name: 'Envío',
      words: 'Ninguno lo cuenta en las ventas netas. Las «ventas totales» de WooCommerce sí.',
    },
    {
      name: 'Demora',
      words:
        recent.orders === 0
          ? 'WooCommerce actualiza su analítica cada 12 horas. De este mes no hay órdenes tan recientes.'
          : `WooCommerce actualiza su analítica cada 12 horas: hasta entonces le pueden faltar ${orders(recent.orders)}, ${money(recent.amount)}, que acá ya están sumadas.`,
    },
  ],
  incomplete: (count: number) =>
    `De ${orders(count)} todavía no se leyeron los impuestos o las fechas de pago: sus diferencias aparecen juntas en el último renglón. Una importación de la tienda los completa.`,
}
