export const text = {
  views: 'Qué ver',
  timesView: 'Tiempos',
  rowsOf: 'Por',
  distributors: 'Por distribuidor',
  provinces: 'Por provincia',
  open: 'Órdenes abiertas',
  stages: 'Etapas de las órdenes',
  stagesOf: (month: string) =>
    `Días que las órdenes creadas en ${month} pasaron en cada estado, de las que ya lo dejaron`,
  stagesByDistributor: 'Etapas por distribuidor',
  stagesByDistributorOf: (month: string) => `Las mismas, de las órdenes de ${month} de cada distribuidor`,
  stagesByProvince: 'Etapas por provincia',
  stagesByProvinceOf: (month: string) => `Las mismas, de las órdenes de ${month} de cada provincia`,
  seeOrders: (what: string, figure: string, of = 'todos') => `${what}, ${of}, ${figure}: ver órdenes`,
  stageOrders: (status: string) => `Órdenes que dejaron ${status}`,
  ended: { 'wc-completed': 'Órdenes completadas', 'wc-cancelled': 'Órdenes canceladas' },
  createdIn: (month: string, of: string | undefined) =>
    `Creadas en ${month}${of === undefined ? '' : `, de ${of}`}`,
  backToTimes: 'Volver a los tiempos',
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
  timesByProvince: 'Tiempos por provincia',
  timesOf: (month: string, promise: number | undefined, own: number) =>
    `Órdenes de ${month} ya completadas: días desde su creación${promise === undefined ? '' : `; a tiempo es hasta ${promise} ${promise === 1 ? 'día' : 'días'}${own === 0 ? '' : ', o los de cada distribuidor'}`}. Abiertas: hoy, de cualquier mes`,
  promise: 'Días prometidos',
  ages: 'Órdenes abiertas por antigüedad',
  agesOf: (of: string | undefined, opens: boolean) =>
    `De cualquier mes${of === undefined ? '' : `, de ${of}`}, en días enteros hasta ahora${opens ? '. Un número abre sus órdenes' : ''}`,
  list: 'Órdenes sin terminar',
  listOf: (status: string | null, age: string | null, of: string | undefined) =>
    [
      status ?? 'Todos los estados',
      age ?? 'cualquier antigüedad',
      ...(of === undefined ? [] : [`de ${of}`]),
    ].join(', '),
  everyOne: 'Ver todas',
  seeCell: (count: string, status: string, age: string) => `${count} ${status}, ${age}: ver órdenes`,
  anyAge: 'cualquier antigüedad',
} as const
