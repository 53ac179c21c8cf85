/** Version and time of change per name of data_versions: a month, 'dimensions', 'accounts', 'sign-ins', 'settings'. */
export type Versions = ReadonlyMap<string, { readonly version: number; readonly updated_at: string }>
