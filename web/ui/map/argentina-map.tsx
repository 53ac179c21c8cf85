// Argentina by province with a marker at each capital. Touches this room.
import { useState } from 'react'
import chartCss from '../chart.module.css'
import { ChartTooltip } from '../chart-tooltip.tsx'
import { useRoving } from '../use-roving.ts'
import { useWidth } from '../use-width.ts'
import css from './argentina-map.module.css'
import shapes from './argentina-provinces.json' with { type: 'json' }
import { BOX, project } from './projection.ts'

export interface MapMarker {
  /** ISO 3166-2 of the province. */
  iso: string
  name: string
  longitude: number
  latitude: number
  value: number
}

interface ArgentinaMapProps {
  /** What the markers show and of when, for screen readers. */
  label: string
  /** What the number of a marker counts: 'Clientes'. */
  measure: string
  markers: readonly MapMarker[]
  format: (value: number) => string
  onPick?: (iso: string) => void
  /** ISO code of the province that is chosen. */
  selected?: string | null
}

const LEAST = 3
const MOST = 22

/** The area of a marker, not its width, goes with its number. */
const radiusOf = (value: number, most: number) =>
  value <= 0 ? LEAST : LEAST + (MOST - LEAST) * Math.sqrt(value / most)

export function ArgentinaMap({ label, measure, markers, format, onPick, selected }: ArgentinaMapProps) {
  const [frame, width] = useWidth()
  const [active, setActive] = useState<number | null>(null)
  const pick = onPick && ((index: number) => onPick(markers[index]?.iso ?? ''))
  const roving = useRoving(markers.length, 0, pick)
  const most = Math.max(1, ...markers.map((marker) => marker.value))
  const current = active === null ? undefined : markers[active]
  const scale = width / BOX.width
  const [x, y] = current ? project(current.longitude, current.latitude) : [0, 0]
  return (
    <div className={css.map} ref={frame}>
      {/* biome-ignore lint/a11y/useSemanticElements: an SVG has no fieldset */}
      <svg
        className={chartCss.svg}
        width="100%"
        viewBox={`0 0 ${BOX.width} ${BOX.height}`}
        data-chart
        role="group"
        aria-label={label}
      >
        <g aria-hidden>
          {shapes.map((shape) => (
            <path
              key={shape.iso}
              className={css.province}
              d={shape.path}
              data-active={shape.iso === current?.iso || shape.iso === selected || undefined}
            />
          ))}
        </g>
        {markers.map((marker, index) => {
          const [cx, cy] = project(marker.longitude, marker.latitude)
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: its role is img or button, by what a press does
            // biome-ignore lint/a11y/useAriaPropsSupportedByRole: pressed is told of buttons alone
            <circle
              key={marker.iso}
              {...roving(index)}
              className={css.marker}
              cx={cx}
              cy={cy}
              r={radiusOf(marker.value, most)}
              data-none={marker.value === 0 || undefined}
              data-link={onPick ? '' : undefined}
              data-selected={marker.iso === selected || undefined}
              aria-pressed={onPick && selected !== undefined ? marker.iso === selected : undefined}
              role={onPick ? 'button' : 'img'}
              aria-label={`${marker.name}: ${format(marker.value)} ${measure}`}
              onPointerEnter={() => setActive(index)}
              onPointerLeave={() => setActive(null)}
              onFocus={() => setActive(index)}
              onBlur={() => setActive(null)}
              onClick={() => pick?.(index)}
            />
          )
        })}
      </svg>
      {current ? (
        <ChartTooltip
          title={current.name}
          rows={[{ label: measure, value: format(current.value) }]}
          x={x * scale}
          y={y * scale}
          width={width}
        />
      ) : null}
    </div>
  )
}
