// The one frame of every screen: sidebar, top bar, content, footer.
import { Outlet, useMatches, useRouterState } from '@tanstack/react-router'
import { memo, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { followChanges } from '#web/api/live.ts'
import { retrySession, useSession } from '#web/api/session.ts'
import { errorText } from '#web/text/errors.ts'
import { afterPaint } from '#web/ui/after-paint.ts'
import { Notice } from '#web/ui/notice.tsx'
import { bringCodeAhead } from '../code-ahead.ts'
import { useFlash } from '../flash-message.ts'
import { NoAccess } from '../pages/no-access.tsx'
import { Unreachable } from '../pages/unreachable.tsx'
import { Overlays } from '../palette/overlays.tsx'
import { overlayShown } from '../palette/palette-state.ts'
import { useFramePreferences } from '../preferences.ts'
import { text } from '../text.ts'
import classes from './app-frame.module.css'
import { FrameSkeleton } from './frame-skeleton.tsx'
import { mayOpen } from './may-open.ts'
import { MobileMenu } from './mobile-menu.tsx'
import { MonthDeck } from './month-deck.tsx'
import { PageFooter } from './page-footer.tsx'
import { RunningMonth } from './running-month.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

export function AppFrame() {
  const session = useSession()
  const open = useMatches({ select: (matches) => matches.at(-1)?.staticData.open })
  if (session.state === 'unreachable') {
    return <Unreachable body={errorText(session.error)} onRetry={retrySession} />
  }
  if (session.state === 'signed-out' && open) return <Outlet />
  // While the session ends, the router is already on its way to the sign-in.
  if (session.state !== 'signed-in') return <FrameSkeleton />
  return <Frame />
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
  useEffect(() => void bringCodeAhead(), [])

  const user = session.state === 'signed-in' ? session.user : null
  // Configuración has its own guard, which leads back instead.
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
            <Said />
            <MonthDeck screen={refused ? undefined : screen}>
              {compares ? <RunningMonth /> : null}
              {refused ? <NoAccess /> : <Outlet />}
            </MonthDeck>
          </div>
        </main>
        <PageFooter />
      </div>
      <Overlays />
      <FocusOn title={title} />
    </div>
  )
}

const Said = memo(function Said() {
  const [words, close] = useFlash()
  return (
    <div className={classes.said} data-no-print>
      <Notice tone="told" onClose={close}>
        {words}
      </Notice>
    </div>
  )
})

/**
 * Moves the focus to the page's title when another page opens, so that a screen reader says where one is. Draws nothing: the
 * frame itself is not drawn once more when an address has settled.
 */
function FocusOn({ title }: { title: RefObject<HTMLHeadingElement | null> }) {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const shown = useRef(path)
  useEffect(() => {
    const opened = shown.current !== undefined && shown.current !== path
    shown.current = path
    // What takes the focus is laid out at once, which would be part of the next screen.
    if (opened)
      afterPaint(() => {
        // Whoever has opened the palette again meanwhile types there.
        if (overlayShown() === null) title.current?.focus({ preventScroll: true })
      })
  }, [path, title])
  return null
}
