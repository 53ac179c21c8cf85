// Skeleton of the frame while the session is loading, without layout shift.
import { common } from '#web/text/common.ts'
import { Logo } from '#web/ui/logo.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { useFramePreferences } from '../preferences.ts'
import classes from './app-frame.module.css'
import sidebar from './sidebar.module.css'
import topBar from './top-bar.module.css'

export function FrameSkeleton() {
  const [preferences] = useFramePreferences()
  return (
    <div
      className={classes.frame}
      data-sidebar={preferences.sidebar}
      data-layout={preferences.layout}
      aria-busy="true"
    >
      <div className={sidebar.sidebar}>
        <div className={sidebar.head}>
          <Logo />
        </div>
      </div>
      <div className={classes.column}>
        <div className={topBar.bar} />
        <main className={classes.content}>
          <VisuallyHidden>{common.loading}</VisuallyHidden>
        </main>
      </div>
    </div>
  )
}
