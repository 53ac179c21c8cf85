// A table of counts of buyers who moved from one segment to another; darker cells have higher counts.
import type { Rfm } from '#contract/buyers.ts'
import {
  RFM_BEFORE,
  RFM_BEFORE_KEYS,
  RFM_KEYS,
  RFM_SEGMENTS,
  type RfmBefore,
  type RfmSegment,
} from '#contract/lists/buyers.ts'
import { integer } from '#web/text/format.ts'
import sticky from '#web/ui/sticky-table.module.css'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import css from './cohort-map.module.css'
import { strengthOf } from './strength.ts'
import { text } from './text.ts'

interface MovesProps {
  moves: Rfm['moves']
  /** 'loyal.best' */
  chosen: string | null
  onChoose: (previous: RfmBefore, segment: RfmSegment) => void
}

export function MovesTable({ moves, chosen, onChoose }: MovesProps) {
  const countOf = new Map(moves.map(({ previous, segment, buyers }) => [`${previous}.${segment}`, buyers]))
  // Buyers who stayed are left out, since they would make the moves pale.
  const moved = moves.filter(({ previous, segment }) => previous !== segment)
  const most = Math.max(1, ...moved.map(({ buyers }) => buyers))
  const rows = RFM_BEFORE_KEYS.filter((key) => moves.some(({ previous }) => previous === key))
  return (
    <section
      className={sticky.scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be scrollable by keyboard
      tabIndex={0}
      aria-label={text.movesTable}
    >
      <table className={`${sticky.table} ${css.map}`}>
        <caption>
          <VisuallyHidden>{text.moves}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <th scope="col" className={sticky.stuck}>
              {text.was}
            </th>
            {RFM_KEYS.map((key) => (
              <th key={key} scope="col" data-numeric className={css.narrow}>
                {RFM_SEGMENTS[key]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((previous) => (
            <tr key={previous}>
              <th scope="row" className={sticky.stuck}>
                {RFM_BEFORE[previous]}
              </th>
              {RFM_KEYS.map((segment) => {
                const place = `${previous}.${segment}`
                const count = countOf.get(place)
                const words = text.move(RFM_BEFORE[previous], RFM_SEGMENTS[segment], integer(count ?? 0))
                if (count === undefined) return <td key={segment} className={css.cell} />
                return (
                  <td
                    key={segment}
                    data-numeric
                    className={css.cell}
                    style={strengthOf(previous === segment ? 0 : count / most)}
                  >
                    <button
                      type="button"
                      className={css.press}
                      aria-pressed={chosen === place}
                      aria-label={words}
                      title={words}
                      data-same={previous === segment || undefined}
                      onClick={() => onChoose(previous, segment)}
                    >
                      {integer(count)}
                    </button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
