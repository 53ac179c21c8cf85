// Spanish texts shared by several screens, worded as in the specification.

export const common = {
  product: 'Góndola',
  retry: 'Reintentar',
  loading: 'Cargando…',
  backHome: 'Volver al inicio',
  close: 'Cerrar',
  tabs: 'Secciones de la pantalla',
  withoutPersonalData: (columns: string) =>
    `Columnas vacías: ${columns}. Tu rol no incluye los datos personales.`,
} as const

/** Title of the browser tab: 'Scorecard · Góndola'. */
export const tabTitle = (title: string): string => (title ? `${title} · ${common.product}` : common.product)
