// Why a shop could not be read; the message is for people and holds no keys.

export type SourceErrorKind =
  | 'address'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'refused'
  | 'redirect'
  | 'not-woocommerce'
  | 'unstable'
  | 'files'
  /** Passing trouble: worth another try. */
  | 'unavailable'

export class SourceError extends Error {
  readonly kind: SourceErrorKind
  /** Seconds the shop asks to wait. */
  readonly retryAfter: number | undefined
  constructor(kind: SourceErrorKind, message: string, retryAfter?: number) {
    super(message)
    this.name = 'SourceError'
    this.kind = kind
    this.retryAfter = retryAfter
  }
}
