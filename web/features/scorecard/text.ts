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
  endsNear: (amount: string) => `Cierra cerca de ${amount}`,
  between: (low: string, high: string) => `(entre ${low} y ${high})`,
  thanMonth: (change: number, size: string, month: string) =>
    change === 0 ? `igual que ${month}` : `${size}\u00a0% ${change > 0 ? 'más' : 'menos'} que ${month}`,
  cardsLabel: 'Indicadores del mes',
} as const
