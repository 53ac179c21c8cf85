// The parts of a ring of which one is negative, as bars from a common zero.
import css from './signed-bars.module.css'
import sliceCss from './slices.module.css'
import { type SlicesProps, useSlicePick } from './slices.ts'

const BOX = 240
/** Height of a bar and of its row. */
const ROW = 26
const THICK = 14

export function SignedBars({ label, slices, format, selected, onSelect, children }: SlicesProps) {
  const values = slices.map(({ value }) => value)
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const at = (value: number) => ((value - low) / (high - low)) * BOX
  const { pick, roving } = useSlicePick({ slices, selected, onSelect })
  return (
    <div className={css.frame}>
      <div className={css.above}>{children}</div>
      {/* biome-ignore lint/a11y/useSemanticElements: SVG has no fieldset */}
      <svg viewBox={`0 0 ${BOX} ${slices.length * ROW}`} data-chart role="group" aria-label={label}>
        {slices.map((slice, index) => (
          // biome-ignore lint/a11y/useSemanticElements: SVG has no button
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: the elements are reused for the slices of another month
            key={index}
            {...roving(index)}
            className={sliceCss.slice}
            x={at(Math.min(0, slice.value))}
            y={index * ROW + (ROW - THICK) / 2}
            width={Math.max(1, at(Math.abs(slice.value)) - at(0))}
            height={THICK}
            rx={3}
            fill={slice.color}
            data-muted={selected !== null && slice.key !== selected ? '' : undefined}
            role="button"
            aria-pressed={slice.key === selected}
            aria-label={`${slice.label}: ${format(slice.value)}`}
            onClick={() => pick(index)}
          >
            <title>{`${slice.label}: ${format(slice.value)}`}</title>
          </rect>
        ))}
        <line className={css.zero} x1={at(0)} x2={at(0)} y1={0} y2={slices.length * ROW} />
      </svg>
    </div>
  )
}
