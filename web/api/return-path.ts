import { ownPath } from '#contract/own-path.ts'
import { sessionStore } from './storage.ts'

/** Characters of an address that proxies carry, with its host: nginx and apache refuse lines of 8 kB. */
export const MOST_IN_ADDRESS = 7500

/** Longest way back that the address of the sign-in and providers carry. */
const MOST_CARRIED = 1500

/** Holds a way back that is longer. */
const KEY = 'gondola.way-back'

const isCarried = (path: string) => encodeURIComponent(path).length <= MOST_CARRIED

/** The parameter of the sign-in that leads back to an address. */
export function rememberWayBack(href: string): { redirect?: string } {
  if (isCarried(href)) sessionStore.removeItem(KEY)
  else sessionStore.setItem(KEY, href)
  return href === '/' || !isCarried(href) ? {} : { redirect: href }
}

/** Target after sign-in: the `redirect` parameter or a longer way back, if it is a path of this application, else the home screen. */
export function returnTo(search: object): string {
  const isNamed = 'redirect' in search && search.redirect !== '/'
  const wanted: unknown = isNamed ? search.redirect : sessionStore.getItem(KEY)
  const path = typeof wanted === 'string' ? ownPath(wanted) : undefined
  return path === undefined || /^\/auth(\/|$)/i.test(path) ? '/' : path
}

/** The part of `returnTo` that a provider carries. */
export const carriedTo = (search: object): string => {
  const path = returnTo(search)
  return isCarried(path) ? path : '/'
}
