// The route tree, built from the screens that the features declare, with its guards.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router'
import { EARLIEST_MONTH } from '#contract/month.ts'
import { fetchQuery, queryClient, settled } from '#web/api/call.ts'
import { comparisonFromSearch } from '#web/api/compare-params.ts'
import { fetchLatestMonth, knownLatestMonth } from '#web/api/config.ts'
import { monthIn } from '#web/api/month.ts'
import { MOST_IN_ADDRESS, rememberWayBack, returnTo } from '#web/api/return-path.ts'
import type { Screen, Section } from '#web/api/screen.ts'
import { currentSession, maySee, startSession, subscribeToSession } from '#web/api/session.ts'
import { myAccountText } from '#web/features/account/my-account-text.ts'
import { accountPages, firstPage } from '#web/features/account/pages.ts'
import { viewHref } from '#web/shared/views.ts'
import { monthName } from '#web/text/format.ts'
import { KEPT_SEARCH } from '#web/ui/links.tsx'
import { after } from '#web/ui/paint.ts'
import { setFlash } from './flash-message.ts'
import { AppFrame } from './frame/app-frame.tsx'
import { FrameSkeleton } from './frame/frame-skeleton.tsx'
import { loadChunk } from './load-chunk.ts'
import { CrashPage } from './pages/crash-page.tsx'
import { NoAccess } from './pages/in-development.tsx'
import { NotFoundPage, UnknownPage } from './pages/not-found-page.tsx'
import { Root } from './root.tsx'
import { menuFor, SECTION_ROOTS, screens } from './screens.ts'
import { SECTION_LOOK } from './sections.ts'
import { SettingsGuard } from './settings-guard.tsx'
import { text } from './text.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    screen?: Screen
    /** Title of a route without a screen. */
    title?: string
    /** Visible without a session; with one it is shown inside the frame. */
    open?: boolean
    /** A page that needs a session but no permission; `given`: a session that must pass this page before all others. */
    access?: 'session' | 'given'
    /** Redirects to the first screen of a section. */
    section?: Section
  }
}

const SIGN_IN = '/auth/sign-in'

/** Longest wait for data before a screen opens with skeletons. */
const DATA_WAIT_MS = 100

const rootRoute = createRootRoute({ component: Root })

/** An invalid month stays in the address until a screen reports it. */
const anySearch = (search: Record<string, unknown>) => search

/** Pages without a session guard; with a session they are shown inside the frame. */
const OPEN_PAGES = [
  { path: '/help', title: 'Ayuda', load: () => import('./pages/help-page.tsx') },
  { path: '/terms', title: 'Términos', load: () => import('./pages/terms-page.tsx') },
]

interface Guarded {
  readonly location: { readonly href: string }
  readonly matches: readonly { readonly staticData: { readonly open?: boolean } }[]
}

/** Redirects to sign-in, with the current address to return to unless the user signed out. */
async function requireSession({ location, matches }: Guarded): Promise<void> {
  await startSession()
  const session = currentSession()
  const first = session.state === 'signed-in' ? firstPage(session.user) : null
  if (first) throw redirect({ to: first, search: rememberWayBack(location.href) })
  if (session.state !== 'signed-out' || matches.at(-1)?.staticData.open) return
  throw redirect({ to: SIGN_IN, search: rememberWayBack(session.why === 'left' ? '/' : location.href) })
}

const frameRoute = createRoute({
  id: 'frame',
  getParentRoute: () => rootRoute,
  beforeLoad: requireSession,
  validateSearch: anySearch,
  search: { middlewares: [retainSearchParams([...KEPT_SEARCH])] },
  component: AppFrame,
  pendingComponent: FrameSkeleton,
})

const settingsRoute = createRoute({
  id: 'settings-guard',
  getParentRoute: () => frameRoute,
  component: SettingsGuard,
})

const screenRoute = (screen: Screen) =>
  createRoute({
    path: screen.path,
    getParentRoute: () => (screen.section === 'settings' ? settingsRoute : frameRoute),
    component: lazyRouteComponent(loadChunk(screen.load)),
    staticData: { screen },
    beforeLoad: async ({ search, location, preload }) => {
      // Splits the navigation into two tasks, which keeps typing responsive.
      if (location.state.typed) await after(0)
      const month = monthIn(search)
      const invalid = month === null && search.month !== undefined
      if (invalid && !preload) setFlash(text.monthInvalid(String(search.month)), '')
      if (!screen.monthly) {
        if (!invalid) return
        throw redirect({ to: location.pathname, search: { ...search, month: undefined }, replace: true })
      }
      const latest = month ? await knownLatestMonth() : await fetchLatestMonth()
      if (!latest || (month && month >= EARLIEST_MONTH && month <= latest)) return
      if (month && !preload)
        setFlash(text.monthOutside(monthName(month), monthName(EARLIEST_MONTH), monthName(latest)), '')
      throw redirect({ to: location.pathname, search: { ...search, month: latest }, replace: true })
    },
    loaderDeps: ({ search }) => ({ month: monthIn(search), compare: comparisonFromSearch(search) }),
    loader: async ({ deps, params, cause }) => {
      // Screens without a month ignore it.
      const month = deps.month ?? (screen.monthly ? null : EARLIEST_MONTH)
      if (!month || !maySee(screen.access)) return
      const prefetched = settled(() => screen.prefetch?.({ ...deps, month, params }))
      // Data that arrives in time is rendered at once; otherwise the screen opens with skeletons.
      if (cause === 'enter') await Promise.race([prefetched, after(DATA_WAIT_MS)])
    },
  })

const accountFrame = createRoute({
  id: 'account',
  getParentRoute: () => rootRoute,
  component: lazyRouteComponent(loadChunk(() => import('#web/features/account/account-frame.tsx'))),
})

/** Where a sign-in leads: back to the previous address, else to the user's start view, else to the home screen. */
async function firstAddress(search: object): Promise<string> {
  const back = returnTo(search)
  if (back !== '/' || currentSession().state !== 'signed-in') return back
  const chosen = await queryClient.fetchQuery(fetchQuery('GET /api/views/chosen')).catch(() => undefined)
  const view = chosen?.data.opens
  return view ? viewHref(view) : back
}

const accountRoutes = accountPages.map((page) =>
  createRoute({
    path: page.path,
    getParentRoute: () => accountFrame,
    component: lazyRouteComponent(loadChunk(page.load)),
    staticData: { title: page.title, ...(page.audience === 'given' && { access: page.audience }) },
    beforeLoad: async ({ search }) => {
      if (page.audience === 'all' || page.ownFor?.(search)) return
      await startSession()
      const session = currentSession()
      const isGiven = session.state === 'signed-in' && firstPage(session.user) === page.path
      if (page.audience === 'given' ? !isGiven : session.state === 'signed-in')
        throw redirect({ href: await firstAddress(search), replace: true })
    },
  }),
)

const openRoutes = OPEN_PAGES.map(({ path, title, load }) =>
  createRoute({
    path,
    getParentRoute: () => frameRoute,
    component: lazyRouteComponent(loadChunk(load)),
    staticData: { title, open: true },
  }),
)

const myAccountRoute = createRoute({
  path: '/account',
  getParentRoute: () => frameRoute,
  component: lazyRouteComponent(loadChunk(() => import('#web/features/account/my-account-screen.tsx'))),
  staticData: { title: myAccountText.title, access: 'session' },
})

const inFrame = screens.filter(({ section }) => section !== 'settings').map(screenRoute)
const inSettings = screens.filter(({ section }) => section === 'settings').map(screenRoute)

const sectionRoutes = Object.entries(SECTION_ROOTS).map(([path, section]) =>
  createRoute({
    path,
    getParentRoute: () => frameRoute,
    component: NoAccess,
    staticData: { title: SECTION_LOOK[section].label, section },
    beforeLoad: ({ search }) => {
      const permitted = menuFor(({ access }) => maySee(access)).find(({ key }) => key === section)
      const [first] = permitted?.entries ?? []
      if (first) throw redirect({ to: first.path, search, replace: true })
    },
  }),
)

/** Any other address: inside the frame with a session, otherwise on a separate page. */
const unknownRoute = createRoute({
  path: '$',
  getParentRoute: () => frameRoute,
  component: UnknownPage,
  staticData: { title: 'Page not found', open: true },
})

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    frameRoute.addChildren([
      ...inFrame,
      settingsRoute.addChildren(inSettings),
      ...sectionRoutes,
      ...openRoutes,
      myAccountRoute,
      unknownRoute,
    ]),
    accountFrame.addChildren(accountRoutes),
    createRoute({
      path: '/auth/404',
      getParentRoute: () => rootRoute,
      component: NotFoundPage,
      staticData: { title: 'Page not found' },
    }),
    createRoute({
      path: '/auth/500',
      getParentRoute: () => rootRoute,
      component: lazyRouteComponent(loadChunk(() => import('./pages/server-error-page.tsx'))),
      staticData: { title: 'Internal server error' },
    }),
  ]),
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 120,
  defaultPendingMinMs: 0,
  defaultErrorComponent: CrashPage,
  scrollRestoration: true,
  // Plain text instead of JSON: '?order_id=123' stays a string, and every screen parses its own values. Only the filters of
  // a question may repeat their name.
  parseSearch: (text) => {
    const params = new URLSearchParams(text)
    const where = params.getAll('where')
    return { ...Object.fromEntries(params), ...(where.length > 1 && { where }) }
  },
  stringifySearch: (search) => {
    const filled = Object.entries(search).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value])
        .filter((one) => one !== undefined && one !== '')
        .map((one) => [name, String(one)]),
    )
    const text = new URLSearchParams(filled).toString()
    return text ? `?${text}` : ''
  },
})

const { commitLocation } = router
// A longer address would show its screen now and fail on reload. One that was opened may become shorter.
router.commitLocation = (next) => {
  const longest = Math.max(MOST_IN_ADDRESS, router.latestLocation.href.length - 1)
  if (next.href.length <= longest) return commitLocation(next)
  setFlash(text.addressTooLong, '')
  return Promise.resolve()
}

// Runs the guards again when a session begins, is limited or ends, which redirects to the target or to the sign-in.
let previous = { ...currentSession(), first: null as string | null }
subscribeToSession(() => {
  const session = currentSession()
  if (session.state === 'leaving') return
  const first = session.state === 'signed-in' ? firstPage(session.user) : null
  const isLimited = first !== null && first !== previous.first
  if (previous.state !== 'starting' && (previous.state !== session.state || isLimited))
    void router.invalidate()
  previous = { ...session, first }
})
