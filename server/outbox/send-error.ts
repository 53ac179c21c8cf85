/** `temporary`: retry; `permanent`: give up; `dropped`: it must not be sent any more. */
export class SendError extends Error {
  override readonly name = 'SendError'
  readonly kind: 'temporary' | 'permanent' | 'dropped'
  /** Minimum number of seconds before the next attempt. */
  readonly retryAfter: number

  /** `reason`: one Spanish sentence without addresses or secrets. */
  constructor(kind: SendError['kind'], reason: string, retryAfter = 0) {
    super(reason)
    this.kind = kind
    this.retryAfter = retryAfter
  }
}
