// Why a shop could not be read; the message is for people and holds no keys.

export type ShopErrorKind =
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

export class ShopError extends Error {
  readonly kind: ShopErrorKind
  /** Seconds the shop asks to wait. */
  readonly retryAfter: number | undefined
  constructor(kind: ShopErrorKind, message: string, retryAfter?: number) {
    super(message)
    this.name = 'ShopError'
    this.kind = kind
    this.retryAfter = retryAfter
  }
}
