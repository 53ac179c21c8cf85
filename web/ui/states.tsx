// Empty, failed and loading: three pictures nobody can mix up. Touches React and this room.
import { IconAlertTriangle, IconInbox, IconRefresh } from '@tabler/icons-react'
import { type CSSProperties, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { errorText } from '#web/text/errors.ts'
import { Button } from './button.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { Skeleton } from './skeleton.tsx'
import css from './states.module.css'
import { text } from './text.ts'

interface PlaceProps {
  /** Height the content would have, so that nothing jumps. */
  height?: number | undefined
}

const room = (height: number | undefined): CSSProperties => (height ? { minHeight: height } : {})

export function EmptyState({ height, children = text.empty }: PlaceProps & { children?: ReactNode }) {
  return (
    <div className={css.state} style={room(height)}>
      <IconInbox className={css.icon} size={28} stroke={1.4} aria-hidden />
      <p className={css.words}>{children}</p>
    </div>
  )
}

interface FailedProps extends PlaceProps {
  /** What went wrong, told in one line. */
  error: unknown
  onRetry: () => unknown
}

export function ErrorState({ height, error, onRetry }: FailedProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => focusOnward(box.current), [])
  return (
    <div className={css.state} style={room(height)} role="status" ref={box}>
      <IconAlertTriangle className={`${css.icon} ${css.alert}`} size={28} stroke={1.4} aria-hidden />
      <div>
        <p className={css.words}>{text.failed}</p>
        <p className={css.reason}>{errorText(error)}</p>
      </div>
      <Button frame="bordered" onClick={() => void onRetry()} data-no-print>
        <IconRefresh size={14} aria-hidden />
        {text.retry}
      </Button>
    </div>
  )
}

/** Whoever asked again by keyboard goes on in the panel that has come, and not at the beginning of the page. */
function focusOnward(box: HTMLElement | null): () => void {
  const around = box?.closest<HTMLElement>('section, main')
  return () => {
    if (!around || !box?.contains(document.activeElement)) return
    if (!around.hasAttribute('tabindex')) around.tabIndex = -1
    around.focus({ preventScroll: true })
  }
}

/** Grey blocks in the place of what comes. */
export function ChartSkeleton({ height }: { height: number }) {
  return <Skeleton height={height} />
}

const STEP_MS = 120

/** A bar that counts towards 100 while an answer is on its way: fast at first, never there before the answer is. */
export function LoadingProgress({ height, label = text.loading }: PlaceProps & { label?: string }) {
  const [value, setValue] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setValue((now) => Math.min(99, now + (100 - now) * 0.12)), STEP_MS)
    return () => clearInterval(timer)
  }, [])
  const shown = Math.floor(value)
  return (
    <div className={css.state} style={room(height)}>
      <ProgressBar className={css.loading} label={label} value={value} />
      <span className={css.count} aria-hidden>
        {`${String(shown).padStart(2, '\u2007')} %`}
      </span>
    </div>
  )
}
