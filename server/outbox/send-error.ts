/** `temporary`: try again; `permanent`: give up; `dropped`: nobody should receive it any more. */
export class SendError extends Error {
  readonly kind: 'temporary' | 'permanent' | 'dropped'

  /** `reason`: one Spanish sentence without addresses or secrets. */
  constructor(kind: SendError['kind'], reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'SendError'
    this.kind = kind
  }
}
