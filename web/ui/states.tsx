import { Box } from '@mantine/core'
import { IconAlertTriangle, IconInbox, IconRefresh } from '@tabler/icons-react'
import { type CSSProperties, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { errorText } from '#web/text/errors.ts'
import { Button } from './button.tsx'
import { ProgressBar } from './progress-bar.tsx'
import shared from './shared.module.css'
import css from './states.module.css'
import { text } from './text.ts'

interface StateProps {
  /** Height of the content in px, reserved to avoid layout shifts. */
  height: number
}

interface EmptyStateProps extends StateProps {
  children?: ReactNode
  /** A way out of the empty view. */
  action?: ReactNode
}

export const EmptyState = ({ height, children = text.empty, action }: EmptyStateProps) => (
  <div className={css.state} style={{ minHeight: height }}>
    <IconInbox color="var(--gd-text-dimmed)" size={28} stroke={1.4} aria-hidden />
    <Box component="p" fz="md" c="dimmed">
      {children}
    </Box>
    {action}
  </div>
)

interface ErrorStateProps extends StateProps {
  error: unknown
  onRetry: () => unknown
}

export function ErrorState({ height, error, onRetry }: ErrorStateProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => moveFocusOnUnmount(box.current), [])
  return (
    <div className={css.state} style={{ minHeight: height }} role="status" ref={box}>
      <IconAlertTriangle color="var(--gd-warning)" size={28} stroke={1.4} aria-hidden />
      <div>
        <Box component="p" fz="md" c="dimmed">
          {text.failed}
        </Box>
        <Box component="p" className={shared.quiet} mt={2}>
          {errorText(error)}
        </Box>
      </div>
      <Button frame="bordered" onClick={() => void onRetry()} data-no-print>
        <IconRefresh size={14} aria-hidden />
        {text.retry}
      </Button>
    </div>
  )
}

/** Keeps the keyboard position after a retry: moves the focus to the panel around the box. */
export function moveFocusOnUnmount(box: HTMLElement | null): () => void {
  const around = box?.parentElement?.closest<HTMLElement>('section, main')
  return () => {
    if (around && box?.contains(document.activeElement)) focusOn(around)
  }
}

/** Keeps the keyboard position when a row is removed by its own button: moves the focus to the panel around the row. */
export function moveFocusFromRow(row: Element | null | undefined): void {
  const around = row?.closest<HTMLElement>('section, main')
  if (around && row?.contains(document.activeElement)) focusOn(around)
}

export function focusOn(around: HTMLElement): void {
  if (!around.hasAttribute('tabindex')) around.tabIndex = -1
  around.focus({ preventScroll: true })
}

export const ChartSkeleton = ({ height }: StateProps) => <Skeleton height={height} />

const STEP_MS = 120

/** A progress bar that approaches 100 % while a request is running. */
export function LoadingProgress({ height }: StateProps) {
  const [value, setValue] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setValue((now) => Math.min(99, now + (100 - now) * 0.12)), STEP_MS)
    return () => clearInterval(timer)
  }, [])
  const shown = Math.floor(value)
  return (
    <div className={css.state} style={{ minHeight: height }}>
      <ProgressBar className={css.loading} label={text.loading} value={value} />
      <Box component="span" className={shared.quiet} miw="3rem" ta="center" aria-hidden>
        {`${String(shown).padStart(2, '\u2007')} %`}
      </Box>
    </div>
  )
}

interface SkeletonProps {
  height: number | string
  width?: number | string
  style?: CSSProperties
}

export const Skeleton = ({ height, width = '100%', style }: SkeletonProps) => (
  <span className={css.skeleton} style={{ height, width, ...style }} />
)
