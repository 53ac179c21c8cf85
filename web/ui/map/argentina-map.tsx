// Map of the Argentine provinces with a marker at each capital.
import { memo, useRef, useState } from 'react'
import chartCss from '../chart.module.css'
import { ChartTooltip } from '../chart-tooltip.tsx'
import { useRoving } from '../use-roving.ts'
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
  /** Accessible name: measure and month. */
  label: string
  /** Name of the counted measure: 'Clientes'. */
  measure: string
  markers: readonly MapMarker[]
  format: (value: number) => string
  onPick?: (iso: string) => void
  /** ISO code of the selected province. */
  selected?: string | null
}

const LEAST = 3
const MOST = 22

/** The area of a marker is proportional to its value. */
const radiusOf = (value: number, most: number) =>
  value <= 0 ? LEAST : LEAST + (MOST - LEAST) * Math.sqrt(value / most)

export function ArgentinaMap({ label, measure, markers, format, onPick, selected }: ArgentinaMapProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<{ index: number; width: number } | null>(null)
  // Measured on hover: measuring on mount would render the map twice.
  const point = (index: number) => setActive({ index, width: frame.current?.clientWidth ?? 0 })
  const pick = onPick && ((index: number) => onPick(markers[index]?.iso ?? ''))
  const roving = useRoving(markers.length, 0, pick)
  const most = Math.max(1, ...markers.map((marker) => marker.value))
  const current = active ? markers[active.index] : undefined
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
        <Provinces current={current?.iso} selected={selected} />
        {markers.map((marker, index) => {
          const [cx, cy] = project(marker.longitude, marker.latitude)
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: the role is img or button, depending on onPick
            // biome-ignore lint/a11y/useAriaPropsSupportedByRole: aria-pressed is set only for buttons
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
              onPointerEnter={() => point(index)}
              onPointerLeave={() => setActive(null)}
              onFocus={() => point(index)}
              onBlur={() => setActive(null)}
              onClick={() => pick?.(index)}
            />
          )
        })}
      </svg>
      {current && active ? (
        <ChartTooltip
          title={current.name}
          rows={[{ label: measure, value: format(current.value) }]}
          x={(x * active.width) / BOX.width}
          y={(y * active.width) / BOX.width}
          width={active.width}
        />
      ) : null}
    </div>
  )
}

interface ProvincesProps {
  current: string | undefined
  selected: string | null | undefined
}

/** One path for all provinces renders faster than 24. */
const ALL = shapes.map(({ path }) => path).join('')

const Provinces = memo(function Provinces({ current, selected }: ProvincesProps) {
  return (
    <g aria-hidden>
      <path className={css.province} d={ALL} />
      {shapes.map(({ iso, path }) =>
        iso === current || iso === selected ? (
          <path key={iso} className={css.province} d={path} data-active />
        ) : null,
      )}
    </g>
  )
})
