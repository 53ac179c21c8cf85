// The address of a call: its template filled in. Pure, so that it may run before the application's code is there.

export type Asked = string | number | boolean | null | undefined

const hasValue = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** 'GET /api/users/{id}' with its parameters filled in, split into method and address. */
export function addressOf(
  key: string,
  params: Readonly<Record<string, string | number>> = {},
  query: Readonly<Record<string, Asked>> = {},
): { method: string; path: string } {
  const [method = '', template = ''] = key.split(' ')
  const path = template.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (hasValue(value)) search.set(name, typeof value === 'boolean' ? (value ? '1' : '0') : String(value))
  }
  const text = search.toString()
  return { method, path: text ? `${path}?${text}` : path }
}
