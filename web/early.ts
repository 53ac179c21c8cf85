// Runs before the first paint, while the application's code is loading. Sets the theme; for a signed-in user it also requests
// what every first screen needs and preloads the code of the home screen. Built as a separate script of about 2 kB.
import { isMonth } from '#contract/month.ts'
import { addressOf } from './api/address.ts'
import { compareParams, comparisonFromSearch } from './api/compare-params.ts'
import type { EarlyResponses } from './api/early-answers.ts'
import { localStore } from './api/storage.ts'
import { isDueForRenewal, isExpired, readToken } from './api/token.ts'
import { FIGURES, ofMonth, YEAR } from './features/scorecard/queries.ts'
import { earlyText as text } from './text/early.ts'

/** Chunks of the home screen that the entry does not load; filled in by the build. */
declare const __HOME_FILES__: readonly string[]

const HOME = '/'

function setTheme(): void {
  const chosen = localStore.getItem('gondola-theme')
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
}

function preloadHome(): void {
  for (const href of __HOME_FILES__) {
    const isStyle = href.endsWith('.css')
    const link = document.createElement('link')
    link.rel = isStyle ? 'preload' : 'modulepreload'
    if (isStyle) link.as = 'style'
    link.crossOrigin = ''
    link.href = href
    document.head.append(link)
  }
}

function request(early: EarlyResponses, key: string, query: Readonly<Record<string, string>> = {}): void {
  const { path } = addressOf(key, {}, query)
  const headers = { accept: 'application/json', authorization: `Bearer ${early.token}` }
  // After a failure the application sends its own request.
  const response = fetch(path, { headers, credentials: 'same-origin' }).catch(() => null)
  early.responses.set(path, response)
}

/** The month in the address, else the latest one, which the page's Server-Timing header names. */
function monthToShow(): string | undefined {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const latest = page?.serverTiming.find(({ name }) => name === 'month')?.description
  const inAddress = new URLSearchParams(location.search).get('month')
  return [inAddress ?? '', latest ?? ''].find(isMonth)
}

function requestHome(early: EarlyResponses): void {
  const month = monthToShow()
  if (!month) return
  const compare = comparisonFromSearch(Object.fromEntries(new URLSearchParams(location.search)))
  request(early, FIGURES, compareParams(month, compare))
  request(early, YEAR, ofMonth(month).query)
}

function startSignedIn(token: string): void {
  document.documentElement.setAttribute('data-signed-in', '')
  const early: EarlyResponses = { token, responses: new Map() }
  window.gondolaEarly = early
  request(early, 'GET /api/me')
  request(early, 'GET /api/config')
  if (location.pathname !== HOME) return
  requestHome(early)
  preloadHome()
}

/** Replaces the outline of the frame, which the first render removes, with a message. */
function explainFailure(): void {
  const outline = document.querySelector('#root > .gd-outline')
  if (!outline) return
  const main = document.createElement('main')
  main.className = 'gd-failure'
  for (const [tag, content] of [
    ['h1', text.title],
    ['p', text.body],
    ['button', text.reload],
  ] as const) {
    const element = document.createElement(tag)
    element.textContent = content
    main.append(element)
  }
  main.addEventListener('click', ({ target }) => target instanceof HTMLButtonElement && location.reload())
  outline.replaceWith(main)
}

// Scripts that fail to load only reach listeners of the capturing phase.
addEventListener('error', explainFailure, true)
addEventListener('unhandledrejection', explainFailure)
setTheme()
const token = readToken()
// A token that is due for renewal would be replaced before the responses are used.
if (token && !isExpired(token) && !isDueForRenewal(token)) startSignedIn(token)
