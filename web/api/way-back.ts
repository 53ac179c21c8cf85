// Where to go after sign-in: the address that asked for it.

/** Only an address of this application; anything else leads home. */
export function returnTo(search: object): string {
  const wanted: unknown = 'redirect' in search ? search.redirect : undefined
  const isOwn = typeof wanted === 'string' && /^\/(?![/\\])/.test(wanted) && !wanted.startsWith('/auth/')
  return isOwn ? wanted : '/'
}
