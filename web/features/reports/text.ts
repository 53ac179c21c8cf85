// The words of the reports' screens.
export const text = {
  trade: (month: string) => `Descuentos de ${month}`,
  tradeNote: 'Líneas de las órdenes completadas con sus descuentos',
  buyXGetY: 'Reporte compro X llevo Y',
  buyXGetYNote: (month: string) => `Órdenes con promoción de ${month}`,
  boxes: 'Tabla de Cajas Surtidas',
  boxesNote: (month: string) => `Descuentos de cajas surtidas de ${month}`,
  simple: 'Apertura por Mes y Periodo',
  simpleNote: (month: string) => `Productos de las órdenes completadas de ${month}`,
  mails: 'Lista de emails de usuarios',
  mailsNote: 'Todas las cuentas, con lo que aceptan recibir',
  cardsLabel: 'Resumen del mes',
  cards: {
    total_revenue: 'Ingresos',
    total_orders: 'Ordenes',
    total_products: 'Productos',
    total_users: 'Usuarios',
  },
} as const
