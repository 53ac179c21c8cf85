/** `temporary`: try again; `permanent`: give up; `dropped`: nobody should receive it any more. */
export class SendError extends Error {
  readonly kind: 'temporary' | 'permanent' | 'dropped'
  /** Least seconds before the next attempt. */
  readonly retryAfter: number

  /** `reason`: one Spanish sentence without addresses or secrets. */
  constructor(kind: SendError['kind'], reason: string, retryAfter = 0) {
    super(reason)
    this.name = 'SendError'
    this.kind = kind
    this.retryAfter = retryAfter
  }
}
