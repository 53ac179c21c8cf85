// Parts of charts in SVG: size, marks, tooltip.
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import css from './chart.module.css'
import { useRoving } from './use-roving.ts'

interface ChartFrameProps {
  height: number
  /** The chart, once its width is known. */
  children: (width: number) => ReactNode
}

export function ChartFrame({ height, children }: ChartFrameProps) {
  const [frame, width] = useWidth()
  return (
    <div className={css.frame} ref={frame} style={{ height }}>
      {width > 0 ? children(width) : null}
    </div>
  )
}

interface ChartSvgProps {
  label: string
  width: number
  height: number
  children: ReactNode
}

export const ChartSvg = ({ label, width, height, children }: ChartSvgProps) => (
  // biome-ignore lint/a11y/useSemanticElements: SVG has no fieldset
  <svg
    className={css.svg}
    width={width}
    height={height}
    viewBox={`0 0 ${width} ${height}`}
    data-chart
    role="group"
    aria-label={label}
  >
    {children}
  </svg>
)

export interface TooltipRow {
  label: string
  value: string
  color?: string | undefined
}

interface ChartTooltipProps {
  title: string
  rows: readonly TooltipRow[]
  /** Position of the data point in the frame, px. */
  x: number
  y: number
  /** Width of the frame: in its right half the tooltip opens to the left, and it never leaves the frame. */
  width: number
}

const GAP = 14

/** Hidden from screen readers, which read the label of the data point. */
export function ChartTooltip({ title, rows, x, y, width }: ChartTooltipProps) {
  const wanted = x > width / 2 ? `${x - GAP}px - 100%` : `${x + GAP}px`
  return (
    <div
      className={css.tip}
      aria-hidden
      data-no-print
      style={{ transform: `translate(clamp(0px, ${wanted}, ${width}px - 100%), calc(${y}px - 50%))` }}
    >
      <p className={css.tipTitle}>{title}</p>
      {rows.map((row) => (
        <div className={css.tipRow} key={row.label}>
          {row.color ? <span className={css.swatch} style={{ background: row.color }} /> : null}
          {row.label ? <span className={css.tipName}>{row.label}</span> : null}
          <span className={css.tipValue}>{row.value}</span>
        </div>
      ))}
    </div>
  )
}

/** `start` is the initial tab stop. Spread `mark(index)` over the element of each mark; `active` is the hovered or focused one. */
export function useMarks(count: number, start: number, onPick?: (index: number) => void) {
  const [active, setActive] = useState<number | null>(null)
  const roving = useRoving(count, start, onPick)
  const deactivate = () => setActive(null)
  const mark = (index: number, pressed?: boolean) => ({
    ...roving(index),
    role: onPick ? 'button' : 'img',
    'data-link': onPick ? '' : undefined,
    'aria-pressed': onPick ? pressed : undefined,
    onPointerEnter: () => setActive(index),
    onPointerLeave: deactivate,
    onFocus: () => setActive(index),
    onBlur: deactivate,
    onClick: () => onPick?.(index),
  })
  return { active, mark }
}

/** Width between the margins of portrait A4, px. */
const PAPER = 700

export function useWidth(): [RefObject<HTMLDivElement | null>, number] {
  const element = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    const measure = () => setWidth(Math.floor(current.getBoundingClientRect().width))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    const forPaper = () => flushSync(() => setWidth(PAPER))
    addEventListener('beforeprint', forPaper)
    addEventListener('afterprint', measure)
    return () => {
      observer.disconnect()
      removeEventListener('beforeprint', forPaper)
      removeEventListener('afterprint', measure)
    }
  }, [])
  return [element, width]
}
