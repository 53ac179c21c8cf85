export const reconciliationText = {
  title: 'Resultado de la conciliación',
  about: 'Compara cada noche lo que hay con la tienda, y los resúmenes con sus órdenes',
  note: (when: string) => `La última terminó el ${when}`,
  never: 'La conciliación todavía no se ejecutó: corre cada noche, o con «Ejecutar» acá arriba.',
  stopped: (reason: string) => `No llegó al final: ${reason}`,
  notCompared: (what: string) => `Esta vez sin comparar: ${what}.`,
  checked: 'Órdenes comparadas',
  differed: 'Distintas',
  repaired: 'Reparadas',
  others: 'Otros registros al día',
  summaries: 'Resúmenes reparados',
  unplaced: 'Sin ubicar',
  noShop: 'Sin tienda conectada se comparan los resúmenes con las órdenes guardadas.',
  summariesOf: (months: string) => `Meses con resúmenes rehechos: ${months}.`,
  differences: 'Diferencias por mes y estado',
  differencesNote: 'Como estaban antes de repararlas',
  month: 'Mes',
  status: 'Estado',
  shopOrders: 'Órdenes en la tienda',
  ownOrders: 'En Góndola',
  shopTotal: 'Total en la tienda',
  ownTotal: 'Total en Góndola',
  afterImport: 'Según la última importación completa',
  seeUnplaced: 'Ver qué son y qué pasa con ellos',
  earlier: 'Ejecuciones anteriores',
  when: 'Inicio',
} as const

export const unplacedText = {
  title: 'Lo que no se pudo ubicar',
  note: (job: 'reconciliation' | 'import', when: string) =>
    `Según ${job === 'import' ? 'la importación completa' : 'la conciliación'} del ${when}`,
  never: 'Todavía no hubo una importación completa ni una conciliación, que buscan lo que no se pudo ubicar.',
  runNow: 'Ejecutar Conciliación',
  allPlaced: 'Todo está ubicado: no hay nada que revisar.',
  kinds: {
    currencies: ['Órdenes en otra moneda', 'Se guardan y se listan; no entran en ningún total.'],
    contained_orders: [
      'Órdenes repetidas en otras',
      'Un mercado divide una orden en una por vendedor: se listan todas, y en los totales cuentan las partes o, si no la contienen entera, la que las reúne.',
    ],
    large_orders: [
      'Órdenes de tamaño enorme',
      'Esperan que alguien las acepte en «Por aceptar»: hasta entonces se listan y no entran en ningún total.',
    ],
    other_totals: [
      'Órdenes cuyo total no es la suma de sus partes',
      'Cuentan sus partes. Suelen ser tarjetas de regalo, billeteras o líneas que faltan en la tienda.',
    ],
    statuses: [
      'Órdenes con un estado fuera de la lista',
      'Se guardan; cuentan solo en los totales por estado.',
    ],
    unregistered_statuses: [
      'Órdenes en un estado que la tienda ya no registra',
      'Sus listas no las muestran, o las muestran pendientes: suele faltar el plugin del estado. Quedan como estaban.',
    ],
    future_orders: [
      'Órdenes con fecha futura',
      'Cuentan en el mes de su fecha y en ninguna antigüedad. La fecha se corrige en la tienda.',
    ],
    discounts: [
      'Descuentos sin regla',
      'Quedan en el grupo OTROS hasta que el mapeo tenga una regla para ellos.',
    ],
    products_without_business: ['Productos sin negocio', 'Sus ventas figuran en «sin negocio».'],
    products_without_segment: ['Productos sin segmento', 'Sus ventas figuran en «sin segmento».'],
    orders_without_province: ['Órdenes sin provincia', 'Figuran como SIN PROVINCIA y no están en el mapa.'],
    customers_without_province: [
      'Clientes sin provincia',
      'Figuran como SIN PROVINCIA y no están en el mapa.',
    ],
    erased_buyers: [
      'Órdenes de personas borradas',
      'Conservan el comprador, la provincia y la ciudad que se conocían, sin nombre ni e-mail. Las que ya llegaron borradas cuentan como un comprador cada una.',
    ],
    rejects: ['Registros que no se pudieron guardar', 'La tienda o el archivo los entregó con errores.'],
  },
  noName: '(sin nombre)',
  times: (count: string) => `× ${count}`,
} as const
