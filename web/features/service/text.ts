export const text = {
  views: 'Qué ver',
  byDistributor: 'Tiempos por distribuidor',
  open: 'Órdenes abiertas',
  stages: 'Etapas de las órdenes',
  stagesOf: (month: string) =>
    `Días que las órdenes creadas en ${month} pasaron en cada estado, de las que ya lo dejaron`,
  stagesByDistributor: 'Etapas por distribuidor',
  stagesByDistributorOf: (month: string) => `Las mismas, de las órdenes de ${month} de cada distribuidor`,
  seeStage: (count: string, status: string, of = 'todos') => `${count} ${status}, ${of}: ver órdenes`,
  stageOrders: (status: string) => `Órdenes que dejaron ${status}`,
  stageOrdersOf: (month: string, of: string | null) =>
    `Creadas en ${month}${of === null ? '' : `, de ${of}`}`,
  backToStages: 'Volver a todas las etapas',
  oldest: 'Las que esperan hace más',
  oldestNote: 'Órdenes sin terminar de cualquier mes, la más antigua primero',
  noneOpen: 'No hay órdenes sin terminar.',
  seeAllOpen: 'Ver todas',
  seenSince: (day: string | null) =>
    day === null
      ? 'Góndola todavía no vio cambiar de estado a ninguna orden: las etapas se miden desde que los ve'
      : `Góndola ve los cambios de estado desde el ${day}; de los anteriores no sabe`,
  times: 'Tiempos por distribuidor',
  timesOf: (month: string, promise: number | undefined, own: number) =>
    `Órdenes de ${month} ya completadas: días desde su creación${promise === undefined ? '' : `; a tiempo es hasta ${promise} ${promise === 1 ? 'día' : 'días'}${own === 0 ? '' : ', o los de cada distribuidor'}`}. Abiertas: hoy, de cualquier mes`,
  promise: 'Días prometidos',
  ages: 'Órdenes abiertas por antigüedad',
  agesNote: 'De cualquier mes, en días enteros hasta ahora. Un número abre sus órdenes',
  list: 'Órdenes sin terminar',
  listOf: (status: string | null, age: string | null) =>
    [status ?? 'Todos los estados', age ?? 'cualquier antigüedad'].join(', '),
  everyOne: 'Ver todas',
  openOf: (name: string) => `Abiertas de ${name}`,
  completedOf: (count: string, name: string) => `${count} completadas de ${name}`,
  seeOpen: (count: string, name: string) => `${count}: ver órdenes abiertas de ${name}`,
  seeCell: (count: string, status: string, age: string) => `${count} ${status}, ${age}: ver órdenes`,
  anyAge: 'cualquier antigüedad',
} as const
