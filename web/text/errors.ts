// What happened, in a sentence for users. The texts of the codes are in failures.ts, which is loaded with the first failure.

export const MEANWHILE_FAILURE = 'Otra persona guardó cambios mientras tanto. Volvé a abrirlo para verlos.'

interface Failure {
  readonly name: string
  readonly status?: number
  readonly text?: string | undefined
}

const isFailure = (error: unknown): error is Failure =>
  typeof error === 'object' && error !== null && 'name' in error && typeof error.name === 'string'

/** Of failures whose code has no text, or that carry none. */
export const STATUS_TEXTS = {
  400: 'El pedido no es válido.',
  401: 'La sesión venció.',
  403: 'Tu rol no permite ver estos datos.',
  404: 'No se encontró lo que se pidió.',
  409: 'Alguien más cambió estos datos al mismo tiempo.',
  413: 'Lo que se mandó es demasiado grande.',
  429: 'Demasiados pedidos seguidos. Esperá un momento.',
  502: 'No se puede llegar al servidor.',
  503: 'El servidor está ocupado. Probá de nuevo en un momento.',
  504: 'La consulta tardó demasiado y se cortó. Probá con menos meses, con menos valores o con un filtro.',
  507: 'El servidor no tiene más lugar en el disco: se puede consultar, pero no guardar.',
} as const

const BY_STATUS: Readonly<Record<number, string>> = STATUS_TEXTS

export function errorText(error: unknown): string {
  if (!isFailure(error)) return 'Algo está mal!'
  if (error.name === 'NetworkError') return 'No hay conexión con el servidor.'
  if (error.name !== 'ApiError' || error.status === undefined) return 'Algo está mal!'
  return error.text ?? BY_STATUS[error.status] ?? 'El servidor no pudo responder.'
}
