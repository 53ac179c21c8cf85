// Map of the Argentine provinces with a marker at each capital.
import { memo, type RefObject, useRef } from 'react'
import type { Province } from '#contract/provinces.ts'
import chartCss from '../chart.module.css'
import { ChartTooltip, useMarks } from '../chart-parts.tsx'
import css from './argentina-map.module.css'

import shapes from './argentina-provinces.json' with { type: 'json' }
import { BOX, project } from './projection.ts'

export interface MapMarker extends Omit<Province, 'short'> {
  value: number
}

interface ArgentinaMapProps {
  /** Accessible name: measure and month. */
  label: string
  /** Name of the counted measure: 'Clientes'. */
  measure: string
  markers: readonly MapMarker[]
  /** A value with its unit: '3 clientes'. */
  spoken: (value: number) => string
  format: (value: number) => string
  onPick: (iso: string) => void
  /** ISO code of the selected province. */
  selected: string | null
}

const LEAST = 3
const MOST = 22

/** The area of a marker is proportional to its value. */
const radiusOf = (value: number, most: number) =>
  value <= 0 ? LEAST : LEAST + (MOST - LEAST) * Math.sqrt(value / most)

export function ArgentinaMap({
  label,
  measure,
  markers,
  spoken,
  format,
  onPick,
  selected,
}: ArgentinaMapProps) {
  const frame = useRef<HTMLDivElement>(null)
  const { active, mark } = useMarks(markers.length, 0, (index) => onPick(markers[index]?.iso ?? ''))
  const most = Math.max(1, ...markers.map((marker) => marker.value))
  const current = active === null ? undefined : markers[active]
  return (
    <div className={css.map} ref={frame}>
      {/* biome-ignore lint/a11y/useSemanticElements: SVG has no fieldset */}
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
            <circle
              key={marker.iso}
              {...mark(index, marker.iso === selected)}
              className={css.marker}
              cx={cx}
              cy={cy}
              r={radiusOf(marker.value, most)}
              data-none={marker.value === 0 || undefined}
              data-selected={marker.iso === selected || undefined}
              aria-label={`${marker.name}: ${spoken(marker.value)}`}
            />
          )
        })}
      </svg>
      {current ? <MarkerTooltip marker={current} label={measure} format={format} frame={frame} /> : null}
    </div>
  )
}

interface MarkerTooltipProps {
  marker: MapMarker
  label: string
  format: (value: number) => string
  frame: RefObject<HTMLDivElement | null>
}

function MarkerTooltip({ marker, label, format, frame }: MarkerTooltipProps) {
  const width = frame.current?.clientWidth ?? 0
  const [x, y] = project(marker.longitude, marker.latitude)
  return (
    <ChartTooltip
      title={marker.name}
      rows={[{ label, value: format(marker.value) }]}
      x={(x * width) / BOX.width}
      y={(y * width) / BOX.width}
      width={width}
    />
  )
}

interface ProvincesProps {
  current: string | undefined
  selected: string | null
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
