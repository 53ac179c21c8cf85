// Addresses to screens: the tree is made from what the features declare, guards included.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router'
import { EARLIEST_MONTH } from '#contract/month.ts'
import { answersOf } from '#web/api/ask.ts'
import { comparisonFromSearch } from '#web/api/compare-params.ts'
import { fetchLatestMonth, knownLatestMonth } from '#web/api/config.ts'
import { monthIn } from '#web/api/month.ts'
import type { Screen } from '#web/api/screen.ts'
import { currentSession, maySee, startSession, subscribeToSession } from '#web/api/session.ts'
import { returnTo } from '#web/api/way-back.ts'
import { accountPages } from '#web/features/account/pages.ts'
import { monthName } from '#web/text/format.ts'
import { after } from './after.ts'
import { setFlash } from './flash-message.ts'
import { AppFrame } from './frame/app-frame.tsx'
import { FrameSkeleton } from './frame/frame-skeleton.tsx'
import { loadChunk } from './load-chunk.ts'
import { CrashPage } from './pages/crash-page.tsx'
import { NotFoundPage } from './pages/not-found-page.tsx'
import { Root } from './root.tsx'
import { screens } from './screens.ts'
import { SettingsGuard } from './settings-guard.tsx'
import { text } from './text.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    screen?: Screen
    /** Title of a page that is no screen. */
    title?: string
    /** Strangers may read it too; who is signed in reads it inside the frame. */
    open?: boolean
  }
}

const SIGN_IN = '/auth/sign-in'

/** Shorter than anybody notices. */
const NEARLY_MS = 100

const rootRoute = createRootRoute({ component: Root, notFoundComponent: NotFoundPage })

const searchWithMonth = (search: Record<string, unknown>) => {
  const { month: _, ...rest } = search
  const month = monthIn(search)
  return month ? { ...rest, month } : rest
}

/** Pages that strangers may read too; who is signed in reads them inside the frame. */
const OPEN_PAGES = [
  { path: '/help', title: 'Ayuda', load: () => import('./pages/help-page.tsx') },
  { path: '/terms', title: 'Términos', load: () => import('./pages/terms-page.tsx') },
]

/** The way back after sign-in; nobody who leaves by choice wants one. */
async function requireSession({ location }: { location: { href: string; pathname: string } }): Promise<void> {
  await startSession()
  const session = currentSession()
  if (session.state !== 'signed-out' || OPEN_PAGES.some(({ path }) => path === location.pathname)) return
  const back = session.why === 'left' || location.href === '/' ? {} : { redirect: location.href }
  throw redirect({ to: SIGN_IN, search: back })
}

const frameRoute = createRoute({
  id: 'frame',
  getParentRoute: () => rootRoute,
  beforeLoad: requireSession,
  validateSearch: searchWithMonth,
  search: { middlewares: [retainSearchParams(['month', 'compare'])] },
  component: AppFrame,
  pendingComponent: FrameSkeleton,
})

const settingsRoute = createRoute({
  id: 'settings',
  getParentRoute: () => frameRoute,
  component: SettingsGuard,
})

const placeholder = () => import('./pages/placeholder-page.tsx')

const screenRoute = (screen: Screen) =>
  createRoute({
    path: screen.path,
    getParentRoute: () => (screen.section === 'settings' ? settingsRoute : frameRoute),
    component: lazyRouteComponent(loadChunk(screen.load ?? placeholder)),
    staticData: { screen },
    beforeLoad: async ({ search, location, preload }) => {
      // Address and screen are two tasks then, so that neither holds up who types on.
      if (location.state.typed) await after(0)
      if (!screen.monthly) return
      const asked = monthIn(search)
      const latest = asked ? await knownLatestMonth() : await fetchLatestMonth()
      if (!latest || (asked && asked >= EARLIEST_MONTH && asked <= latest)) return
      if (asked && !preload)
        setFlash(text.monthOutside(monthName(asked), monthName(EARLIEST_MONTH), monthName(latest)), '')
      throw redirect({ to: location.pathname, search: { ...search, month: latest }, replace: true })
    },
    loaderDeps: ({ search }) => ({ month: monthIn(search), compare: comparisonFromSearch(search) }),
    loader: async ({ deps, params, cause }) => {
      // What knows no month asks for none.
      const month = deps.month ?? (screen.monthly ? null : EARLIEST_MONTH)
      if (!month || !maySee(screen.access)) return
      const answers = answersOf(() => screen.prefetch?.({ ...deps, month, params }))
      // What is nearly there is drawn once, with its figures; for what takes longer the screen shows its own skeleton.
      if (cause === 'enter') await Promise.race([answers, after(NEARLY_MS)])
    },
  })

const accountFrame = createRoute({
  id: 'account',
  getParentRoute: () => rootRoute,
  component: lazyRouteComponent(loadChunk(() => import('#web/features/account/account-frame.tsx'))),
})

const accountRoutes = accountPages.map((page) =>
  createRoute({
    path: page.path,
    getParentRoute: () => accountFrame,
    component: lazyRouteComponent(loadChunk(page.load)),
    staticData: { title: page.title },
    beforeLoad: async ({ search }) => {
      if (!page.strangersOnly) return
      await startSession()
      if (currentSession().state === 'signed-in') throw redirect({ href: returnTo(search), replace: true })
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

const inFrame = screens.filter(({ section }) => section !== 'settings').map(screenRoute)
const inSettings = screens.filter(({ section }) => section === 'settings').map(screenRoute)

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    frameRoute.addChildren([...inFrame, settingsRoute.addChildren(inSettings), ...openRoutes]),
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
  // Plain text both ways: '?order_id=123' stays as it is written, and every screen reads its own values.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const filled = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
    const text = new URLSearchParams(filled.map(([name, value]) => [name, String(value)])).toString()
    return text ? `?${text}` : ''
  },
})

// A session that ends while a screen is open leads to the sign-in, and one that begins leads back.
let was = currentSession().state
subscribeToSession(() => {
  const now = currentSession().state
  if (was !== 'starting' && was !== now) void router.invalidate()
  was = now
})
