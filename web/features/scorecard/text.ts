export const text = {
  cards: {
    net_sale: 'Venta Neta',
    total_orders: 'Ordenes Completas',
    total_units_sold: 'Unidades Vendidas',
    average_ticket: 'Ticket Promedio',
    new_customers: 'Usuarios Registrados',
    distinct_customers: 'Compradores Únicos',
  },
  amounts: 'Monto facturado',
  orders: 'Cantidad de órdenes',
  lastMonths: (from: string, to: string) => `De ${from} a ${to}`,
  month: 'Mes',
  total: 'Total',
  completed: 'Completadas',
  cancelled: 'Canceladas',
  /** States that the total excludes other statuses. */
  totalMeans: 'Total: completadas y canceladas',
  cardsLabel: 'Indicadores del mes',
} as const
