// Addresses of the web application as views store them: a path with its query, on this server. Without zod.

export const MAX_ADDRESS = 4000

/** Names the view that an address was opened from; never saved. */
export const OPENED_VIEW = 'saved'

export const EXPLORE_PATH = '/analysis/explore'
export const GOALS_PATH = '/analysis/goals'
export const WEEK_PATH = '/analysis/week'
/** As its route has it; the path itself names a distributor. */
export const PROFILE_PATH = '/distributors/distributors-details/$dist_id/profile'
/** Screens with reports of their own, which mails can hold besides questions and tables. */
export const REPORTED_PATHS: readonly string[] = [GOALS_PATH, WEEK_PATH, PROFILE_PATH]

/** The distributor of a Ficha, as the path has it; undefined for other screens. */
export const profileIdIn = (path: string): string | undefined =>
  /^\/distributors\/distributors-details\/([^/]+)\/profile\/?$/.exec(path)?.[1]

/** The screen of a path that has a report of its own, as in `REPORTED_PATHS`. */
export const reportedPath = (path: string): string | undefined =>
  profileIdIn(path) === undefined ? REPORTED_PATHS.find((one) => one === path) : PROFILE_PATH

const ADDRESS = /^\/(?![/\\])[^\s\\<>"\p{Cc}]*$/u

/** False for another server, and for what is not a screen. */
export const isScreenAddress = (address: string): boolean =>
  address.length <= MAX_ADDRESS && ADDRESS.test(address) && !/^\/(api|auth)(\/|$|\?)/.test(address)

export const pathOf = (address: string): string => address.split(/[?#]/, 1)[0] ?? ''

export const queryOfAddress = (address: string): URLSearchParams =>
  new URLSearchParams(address.split('#', 1)[0]?.slice(pathOf(address).length + 1))

/**
 * The form in which views are saved: without the open view, and with readable e-mails, so that deleting a person's data
 * finds them.
 */
export function savedAddress(address: string): string {
  const query = queryOfAddress(address)
  query.delete(OPENED_VIEW)
  const text = query.toString().replaceAll('%40', '@')
  return pathOf(address) + (text && `?${text}`)
}
