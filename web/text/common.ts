// Spanish that more than one screen shows. The words of the specification are kept to the letter.

export const common = {
  product: 'Góndola',
  retry: 'Reintentar',
  loading: 'Cargando…',
  noData: 'No hay datos para mostrar',
  generatingFile: 'Generando archivo...',
  underConstruction: 'En desarrollo...',
  backHome: 'Volver al inicio',
  close: 'Cerrar',
} as const

/** 'Scorecard · Góndola': the title of a browser tab. */
export const tabTitle = (title: string): string => (title ? `${title} · ${common.product}` : common.product)
