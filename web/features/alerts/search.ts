/** The address names the open dialog: `?alert=3`, with `&edit=1` or `&remove=1`, or `?new=1` with a question. */
export interface AlertSearch {
  readonly alert?: string | undefined
  readonly edit?: string | undefined
  readonly remove?: string | undefined
  readonly new?: string | undefined
  /** Query string of the watched question. */
  readonly question?: string | undefined
}
