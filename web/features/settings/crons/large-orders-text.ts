export const largeOrdersText = {
  title: 'Órdenes por aceptar',
  note: {
    waiting:
      'Tienen un importe de más de 10.000 millones o más de 10 millones de unidades: no entran en ninguna suma hasta que alguien las acepte.',
    accepted: 'Alguien las aceptó: cuentan en las cifras como las demás.',
  },
  state: 'Mostrar',
  states: { waiting: 'Esperan que alguien las acepte', accepted: 'Aceptadas' },
  accept: 'Aceptar',
  withdraw: 'Dejar de contar',
  of: (action: string, order: number) => `${action} la orden ${order}`,
  empty: { waiting: 'Ninguna orden espera que alguien la acepte.', accepted: 'No hay.' },
  banner: (count: number) =>
    count === 1
      ? 'Una orden de tamaño enorme espera que alguien la acepte: hasta entonces no entra en ninguna suma.'
      : `${count.toLocaleString('es-AR')} órdenes de tamaño enorme esperan que alguien las acepte: hasta entonces no entran en ninguna suma.`,
} as const
