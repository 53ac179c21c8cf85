import { ownPath } from '#contract/own-path.ts'

/** Target after sign-in: the `redirect` parameter if it is a path of this application, else the home screen. */
export function returnTo(search: object): string {
  const wanted: unknown = 'redirect' in search ? search.redirect : undefined
  const path = typeof wanted === 'string' ? ownPath(wanted) : undefined
  return path === undefined || /^\/auth(\/|$)/i.test(path) ? '/' : path
}
