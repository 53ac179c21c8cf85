// What a panel needs to know about an answer on its way; a query of the data layer already has this shape. Touches nothing.

export interface Loadable<T> {
  readonly status: 'pending' | 'error' | 'success'
  readonly data: T | undefined
  /** What went wrong, when `status` is 'error'. */
  readonly error?: unknown
  /** True while an answer is on its way, also when an older one is still shown. */
  readonly isFetching: boolean
  /** True while `data` is the answer to an earlier question, kept so that nothing jumps. */
  readonly isPlaceholderData: boolean
  readonly refetch: () => unknown
}
