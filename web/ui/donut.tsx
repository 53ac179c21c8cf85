// Donut chart: its slices are buttons, its centre shows the selection. With a negative part, which a ring cannot show, it is bars.
import { useMediaQuery } from '@mantine/hooks'
import { Pie } from '@visx/shape'
import { type ReactNode, useState } from 'react'
import { shownShares } from '#contract/shares.ts'
import { percent } from '#web/text/format.ts'
import css from './donut.module.css'
import shared from './shared.module.css'
import { SignedBars } from './signed-bars.tsx'
import sliceCss from './slices.module.css'
import { type Slice, type SlicesProps, useSlicePick } from './slices.ts'

const BOX = 240
const CUTOUT = 0.83
/** On large screens the ring is larger and thinner. */
const LARGE = '(min-width: 1601px) and (min-height: 801px)'
const CUTOUT_LARGE = 0.87
const GROW = 4

export const Donut = (props: SlicesProps) =>
  props.slices.some(isNegative) ? <SignedBars {...props} /> : <Ring {...props} />

const isNegative = ({ value }: Slice): boolean => value < 0

function Ring(props: SlicesProps) {
  const large = useMediaQuery(LARGE, false, { getInitialValueInEffect: false })
  const shown = props.slices.filter((slice) => slice.value > 0)
  const radius = BOX / 2 - GROW
  const inner = radius * (large ? CUTOUT_LARGE : CUTOUT)
  return (
    <div className={css.ring}>
      {/* biome-ignore lint/a11y/useSemanticElements: SVG has no fieldset */}
      <svg className={css.svg} viewBox={`0 0 ${BOX} ${BOX}`} data-chart role="group" aria-label={props.label}>
        <g transform={`translate(${BOX / 2} ${BOX / 2})`}>
          {shown.length === 0 ? (
            <circle className={css.none} r={(radius + inner) / 2} strokeWidth={radius - inner} />
          ) : (
            <Slices {...props} slices={shown} radius={radius} inner={inner} />
          )}
        </g>
      </svg>
      <div className={css.centre}>{props.children}</div>
    </div>
  )
}

interface RingSlicesProps extends SlicesProps {
  radius: number
  inner: number
}

function Slices({ slices, format, selected, onSelect, radius, inner }: RingSlicesProps) {
  const [hovered, setHovered] = useState<string | null>(null)
  const shares = sharesIn(slices)
  const { pick, roving } = useSlicePick({ slices, selected, onSelect })
  return (
    <Pie
      data={slices.map((slice, index) => ({ ...slice, index }))}
      pieValue={(slice) => slice.value}
      pieSort={null}
      pieSortValues={null}
      outerRadius={radius}
      innerRadius={inner}
      padAngle={slices.length > 1 ? 0.012 : 0}
    >
      {(pie) =>
        pie.arcs.map((arc) => {
          const { index, key, label, value, color } = arc.data
          const on = key === selected || key === hovered
          return (
            // biome-ignore lint/a11y/useSemanticElements: SVG has no button
            <path
              key={index}
              {...roving(index)}
              className={sliceCss.slice}
              d={pie.path({ ...arc }) ?? ''}
              fill={color}
              stroke={on ? color : 'none'}
              strokeWidth={on ? GROW : 0}
              data-muted={selected !== null && !on ? '' : undefined}
              role="button"
              aria-pressed={key === selected}
              aria-label={`${label}: ${format(value)}, ${percent(shares[index] ?? 0)}`}
              onClick={() => pick(index)}
              onPointerEnter={() => setHovered(key)}
              onPointerLeave={() => setHovered(null)}
            >
              <title>{`${label}: ${format(value)}`}</title>
            </path>
          )
        })
      }
    </Pie>
  )
}

interface DonutCentreProps {
  title: string
  value: string
  change?: ReactNode
  note?: string | undefined
}

export const DonutCentre = ({ title, value, change, note }: DonutCentreProps) => (
  <>
    <span className={css.title} title={title}>
      {title}
    </span>
    <strong className={css.value}>{value}</strong>
    {change}
    {note ? <span className={shared.caption}>{note}</span> : null}
  </>
)

interface LegendProps {
  slices: readonly (Slice & { note?: ReactNode })[]
  format: (value: number) => string
  selected: string | null
  onSelect: (key: string | null) => void
  /** Renders a link to the rows behind a slice. */
  open?: (slice: Slice) => ReactNode
}

const sharesIn = (slices: readonly Slice[]) => shownShares(slices.map(({ value }) => value))

/** Characters of an amount that leaves no room for a change beside it in a narrow legend. */
const LONG = 18

/** Legend with one button per slice that selects it; a note may contain a button. */
export function DonutLegend({ slices, format, selected, onSelect, open }: LegendProps) {
  const shares = sharesIn(slices)
  // Parts of a whole are none where one takes off.
  const hasShares = !slices.some(isNegative)
  const isLong = slices.some(({ value }) => format(value).length > LONG)
  return (
    <ul className={css.legend} data-long={isLong || undefined}>
      {slices.map((slice, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the elements are reused for the slices of another month
        <li key={index} className={css.entry} data-changes={slice.note === undefined ? undefined : ''}>
          <button
            type="button"
            className={css.item}
            aria-pressed={slice.key === selected}
            onClick={() => onSelect(slice.key === selected ? null : slice.key)}
          >
            <span className={css.swatch} style={{ background: slice.color }} />
            <span className={css.name} title={slice.label}>
              {slice.label}
            </span>
            <span className={css.amount}>{format(slice.value)}</span>
            <span className={css.share}>{hasShares ? percent(shares[index] ?? 0) : null}</span>
          </button>
          {slice.note === undefined ? null : <span className={css.change}>{slice.note}</span>}
          {open?.(slice)}
        </li>
      ))}
    </ul>
  )
}
