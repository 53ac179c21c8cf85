// Builds the URL of an API call. web/early.ts uses it before the application's code is loaded, so it imports nothing.
import { entryOf } from '#contract/entry.ts'

export type QueryValue = string | number | boolean | readonly string[] | null | undefined

const hasValue = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** Method and path with query of a key such as 'GET /api/users/{id}'; empty query values are left out. */
export function addressOf(
  key: string,
  params: Readonly<Record<string, string | number>> = {},
  query: Readonly<Record<string, QueryValue>> = {},
): { method: string; path: string } {
  const [method = '', template = ''] = key.split(' ')
  const path = template.replace(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(entryOf(params, name) ?? ''),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (typeof value === 'object' && value) for (const one of value) search.append(name, one)
    else if (hasValue(value))
      search.set(name, typeof value === 'boolean' ? (value ? '1' : '0') : String(value))
  }
  const text = search.toString()
  return { method, path: text ? `${path}?${text}` : path }
}
