import type { Store } from '#server/store/store.ts'

export interface ImportDeps {
  readonly store: Store
  readonly timeZone: string
  /** Holds uploaded files and their rows. */
  readonly folder: string
  /** Bytes of the files dropped together. */
  readonly limit: number
  readonly now: () => Date
  /** False: the import would remove a demo and with it every superAdmin. */
  leavesAdmin(): Promise<boolean>
  /** Changes with any stored order. */
  dataVersion(): Promise<string>
}
