export const text = {
  cardsLabel: 'Resumen del mes',
  cards: {
    total_revenue: 'Ingresos',
    total_orders: 'Ordenes',
    total_products: 'Productos',
    total_users: 'Usuarios',
  },
} as const
