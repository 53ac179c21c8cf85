// State of an asynchronous value, as panels need it. TanStack Query results have this shape.

export interface Loadable<T> {
  readonly status: 'pending' | 'error' | 'success'
  readonly data: T | undefined
  /** Set when `status` is 'error'. */
  readonly error?: unknown
  /** True while a request is running, also when older data is shown. */
  readonly isFetching: boolean
  /** True while `data` belongs to the previous request. */
  readonly isPlaceholderData: boolean
  readonly refetch: () => unknown
}
