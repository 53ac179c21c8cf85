// The SVG of a chart in pixels, as a group with an accessible name.
import type { ReactNode } from 'react'
import css from './chart.module.css'

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
