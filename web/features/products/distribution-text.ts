export const text = {
  by: 'Distribución por',
  province: 'Provincia',
  everyProvince: 'Todas las provincias',
  title: 'Distribución',
  note: (month: string) =>
    `Qué parte de los distribuidores activos en ${month} vende cada cosa; ponderada, por el neto de su segmento. Sin «Sin distribuidor»`,
  states: 'Situación',
  everyState: 'Todos',
  sellers: (name: string) => `Distribuidores de ${name}`,
  sellersNote: (month: string, province: string | null) =>
    `Activos en ${month}${province === null ? '' : `, ${province}`}: quién lo vende, quién dejó y quién nunca lo vendió`,
  back: 'Ver toda la distribución',
} as const
