/** Target after sign-in: the `redirect` parameter if it is a path of this application, else the home screen. */
export function returnTo(search: object): string {
  const wanted: unknown = 'redirect' in search ? search.redirect : undefined
  const isOwn = typeof wanted === 'string' && /^\/(?![/\\])/.test(wanted) && !wanted.startsWith('/auth/')
  return isOwn ? wanted : '/'
}
