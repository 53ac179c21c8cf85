import { Outlet, useMatches, useNavigate, useRouterState, useSearch } from '@tanstack/react-router'
import { lazy, memo, type RefObject, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { followChanges } from '#web/api/live.ts'
import { retrySession, useSession } from '#web/api/session.ts'
import { errorText } from '#web/text/errors.ts'
import { Notice } from '#web/ui/message.tsx'
import { afterPaint } from '#web/ui/paint.ts'
import { useStable } from '#web/ui/use-stable.ts'
import { useFlash } from '../flash-message.ts'
import { loadChunk } from '../load-chunk.ts'
import { NoAccess } from '../pages/in-development.tsx'
import { Unreachable } from '../pages/unreachable.tsx'
import { Overlays } from '../palette/overlays.tsx'
import { overlayShown } from '../palette/palette-state.ts'
import { useFramePreferences } from '../preferences.ts'
import { preloadScreens } from '../preload-screens.ts'
import { MonthProvider } from '../prerender/month-provider.tsx'
import { PrerenderedMonths } from '../prerender/prerendered-months.tsx'
import { text } from '../text.ts'
import { useCode } from '../use-code.ts'
import classes from './app-frame.module.css'
import { FrameSkeleton } from './frame-skeleton.tsx'
import { mayOpen } from './may-open.ts'
import { MobileMenu } from './mobile-menu.tsx'
import { OpenedView } from './opened-view.tsx'
import { OwnDistributors, OwnDistributorsLine } from './own-distributors.tsx'
import { PageFooter } from './page-footer.tsx'
import { RunningMonth } from './running-month.tsx'
import { LastShopReading, ShopLate } from './shop-late.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

const SessionDialog = lazy(() => import('#web/features/account/session-dialog.tsx'))
const Viewing = lazy(() => import('./viewing-banner.tsx'))

export function AppFrame() {
  const session = useSession()
  const open = useMatches({ select: (matches) => matches.at(-1)?.staticData.open })
  if (session.state === 'unreachable') {
    return <Unreachable body={errorText(session.error)} onRetry={retrySession} />
  }
  if (session.state === 'viewing-ended') {
    return (
      <Suspense>
        <Viewing />
      </Suspense>
    )
  }
  if (session.state === 'signed-out' && open) return <Outlet />
  // The session is ending, and the router is navigating to the sign-in.
  if (session.state !== 'signed-in') return <FrameSkeleton />
  return (
    <MonthProvider>
      <OwnDistributors>
        <Frame />
      </OwnDistributors>
    </MonthProvider>
  )
}

function Frame() {
  const session = useSession()
  const [preferences, change] = useFramePreferences()
  const [menuOpen, setMenuOpen] = useState(false)
  const screen = useMatches({ select: (matches) => matches.at(-1)?.staticData.screen })
  const title = useRef<HTMLHeadingElement>(null)
  const openMenu = useCallback(() => setMenuOpen(true), [])
  const closeMenu = useCallback(() => setMenuOpen(false), [])
  useEffect(followChanges, [])
  useEffect(() => void preloadScreens(), [])

  const user = session.state === 'signed-in' ? session.user : null
  // The settings screens have a guard of their own.
  const refused = user && screen && screen.section !== 'settings' && !mayOpen(user, screen)
  const compares = screen?.compares === true && !refused
  return (
    <div className={classes.frame} data-sidebar={preferences.sidebar} data-layout={preferences.layout}>
      <a href="#contenido" className={classes.skip}>
        {text.skipToContent}
      </a>
      <Sidebar preferences={preferences} onChange={change} />
      <MobileMenu open={menuOpen} onClose={closeMenu} />
      <div className={classes.column}>
        <TopBar
          titleRef={title}
          monthly={screen?.monthly ?? false}
          compares={compares}
          onOpenMenu={openMenu}
        />
        <main id="contenido" tabIndex={-1} className={classes.content}>
          <div className={classes.width}>
            <FlashMessage />
            <ShopLate />
            <OwnDistributorsLine />
            <OpenedView>
              <PrerenderedMonths screen={refused ? undefined : screen}>
                <LastShopReading>
                  <RunningMonth compares={compares}>{refused ? <NoAccess /> : <Outlet />}</RunningMonth>
                </LastShopReading>
              </PrerenderedMonths>
            </OpenedView>
          </div>
        </main>
        <PageFooter />
        {user?.viewing ? (
          <Suspense>
            <Viewing user={user} />
          </Suspense>
        ) : null}
      </div>
      {refused ? null : <WhyHost />}
      <Overlays />
      {session.state === 'signed-in' && session.lost ? (
        <Suspense>
          <SessionDialog user={session.user} />
        </Suspense>
      ) : null}
      <FocusTitle title={title} />
    </div>
  )
}

const FlashMessage = memo(function FlashMessage() {
  const [flash, close] = useFlash()
  return (
    <div className={classes.flash} data-no-print>
      <Notice tone={flash?.tone ?? 'warning'} onClose={close}>
        {flash?.message ?? null}
      </Notice>
    </div>
  )
})

/**
 * Moves the focus to the title when another page opens, so that screen readers announce it. A separate component, so that
 * the frame does not render again when a navigation resolves.
 */
function FocusTitle({ title }: { title: RefObject<HTMLHeadingElement | null> }) {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const shown = useRef(path)
  useEffect(() => {
    const changed = shown.current !== undefined && shown.current !== path
    shown.current = path
    // Focusing forces a layout, so it waits until the screen has been painted.
    if (changed)
      afterPaint(() => {
        // The palette may have been opened meanwhile and needs the focus.
        if (overlayShown() === null) title.current?.focus({ preventScroll: true })
      })
  }, [path, title])
  return null
}

const panel = loadChunk(() => import('#web/features/why/why-panel.tsx'))

const WhyHost = memo(function WhyHost() {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const why = typeof search.why === 'string' ? search.why : ''
  const close = useStable(
    () =>
      void navigate({
        to: '.',
        search: (before: object) => ({ ...before, why: undefined }),
        resetScroll: false,
      }),
  )
  const Panel = useCode(panel, why !== '', close)
  return Panel && why !== '' ? <Panel why={why} onClose={close} /> : null
})
