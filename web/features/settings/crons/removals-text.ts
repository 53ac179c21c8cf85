export const removalsText = {
  title: 'Registros que ya no están en la tienda',
  note: {
    waiting: 'Son muchos para un día: siguen en las cifras hasta que alguien decida.',
    removed: 'No están en ninguna cifra. Se pueden restaurar durante 30 días.',
    kept: 'Alguien decidió que quedan en las cifras, aunque ya no están en la tienda.',
  },
  state: 'Mostrar',
  states: { waiting: 'Esperan una decisión', removed: 'Quitados', kept: 'Conservados' },
  accept: 'Quitar',
  acceptAll: 'Quitar todos',
  keep: 'Conservar',
  keepAll: 'Conservar todos',
  restore: 'Restaurar',
  restoreAll: 'Restaurar todos',
  of: (action: string, record: string) => `${action} ${record}`,
  confirm: {
    accept: 'Quitar todos los que esperan',
    keep: 'Conservar todos los que esperan',
    restore: 'Restaurar todos los quitados',
  },
  meaning: {
    accept: 'Dejan las cifras. Se pueden restaurar durante 30 días.',
    keep: 'Quedan en las cifras, aunque ya no estén en la tienda.',
    restore: 'Vuelven a las cifras, aunque ya no estén en la tienda.',
  },
  empty: { waiting: 'Nada espera una decisión.', removed: 'No hay registros quitados.', kept: 'No hay.' },
  banner: (count: number) =>
    count === 1
      ? 'Un registro ya no está en la tienda y espera que alguien decida si se quita.'
      : `${count.toLocaleString('es-AR')} registros ya no están en la tienda y esperan que alguien decida si se quitan.`,
  decide: 'Ver y decidir',
} as const
