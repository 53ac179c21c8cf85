// Texts of Ultimo mes.
export const monthText = {
  title: 'Ultimo mes',
  note: 'El último mes que se puede elegir en todas las vistas, y el que se muestra al entrar',
  now: 'Ahora',
  change: 'Mes nuevo',
  save: 'Guardar',
  saved: 'Los cambios se guardaron con exito',
  offers: (from: string, to: string) => `El selector va a ofrecer los meses de ${from} a ${to}.`,
  noOrders: (month: string) => `${month} no tiene órdenes: las vistas van a estar vacías.`,
  unfinished: (month: string) => `${month} está en curso: sus números cambian todos los días.`,
  lastWithOrders: (month: string) => `Usar el último mes con órdenes: ${month}`,
  byItself: 'Avanza solo cuando se procesa un mes más nuevo; nunca vuelve atrás por sí mismo.',
  history: 'Cambios anteriores',
  historyNote: 'Hechos a mano, del más nuevo al más viejo',
  noHistory: 'Nadie lo cambió a mano todavía.',
  seeAll: 'Ver la auditoría',
  none: 'Ninguno',
} as const
