// Runs before anything is painted, beside the application's code that is still on its way: sets the theme, and for whoever is
// signed in asks what every first screen asks and fetches the code of the home screen. A file of its own, two kilobytes.
import { isMonth } from '#contract/month.ts'
import { addressOf } from './api/address.ts'
import { compareParams, comparisonFromSearch } from './api/compare-params.ts'
import type { EarlyAnswers } from './api/early-answers.ts'
import { isDueForRenewal, isExpired, readToken } from './api/token.ts'
import { FIGURES, ofMonth, YEAR } from './features/scorecard/queries.ts'

/** Files of the home screen that the application does not bring itself; the build writes them in. */
declare const __HOME_FILES__: readonly string[]

const HOME = '/'

/** Storage can be blocked; then nobody is signed in and the system's theme holds. */
function stored<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}

function setTheme(): void {
  const chosen = stored(() => localStorage.getItem('gondola-theme'))
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
}

function fetchHome(): void {
  for (const href of __HOME_FILES__) {
    const style = href.endsWith('.css')
    const link = document.createElement('link')
    link.rel = style ? 'preload' : 'modulepreload'
    if (style) link.as = 'style'
    link.crossOrigin = ''
    link.href = href
    document.head.append(link)
  }
}

function ask(early: EarlyAnswers, key: string, query: Readonly<Record<string, string>> = {}): void {
  const { path } = addressOf(key, {}, query)
  const headers = { accept: 'application/json', authorization: `Bearer ${early.token}` }
  // A failure is met when the application asks again.
  const answer = fetch(path, { headers, credentials: 'same-origin' }).catch(() => null)
  early.answers.set(path, answer)
}

/** The month of the address, else the latest one that can be chosen, as the page's own answer tells it. */
function monthToShow(): string | undefined {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const told = page?.serverTiming.find(({ name }) => name === 'month')?.description
  const asked = new URLSearchParams(location.search).get('month')
  return [asked ?? '', told ?? ''].find(isMonth)
}

function askHome(early: EarlyAnswers): void {
  const month = monthToShow()
  if (!month) return
  const compare = comparisonFromSearch(Object.fromEntries(new URLSearchParams(location.search)))
  ask(early, FIGURES, compareParams(month, compare))
  ask(early, YEAR, ofMonth(month).query)
}

function askFirst(token: string): void {
  document.documentElement.setAttribute('data-signed-in', '')
  const early: EarlyAnswers = { token, answers: new Map() }
  window.gondolaEarly = early
  ask(early, 'GET /api/me')
  ask(early, 'GET /api/config')
  if (location.pathname !== HOME) return
  askHome(early)
  fetchHome()
}

setTheme()
const token = stored(readToken)
// A token that is to be renewed first would end with that, and the answers with it.
if (token && !isExpired(token) && !isDueForRenewal(token)) askFirst(token)
