// The figures that an order counts in, and why it does not count in the others.
import { IconCircleCheck, IconCircleMinus } from '@tabler/icons-react'
import { monthName } from '#web/text/format.ts'
import { AsyncPanel } from '#web/ui/panel.tsx'
import { sentences } from './counts.ts'
import type { OrderState } from './head-panel.tsx'
import css from './orders.module.css'
import { text } from './text.ts'

export const CountsPanel = ({ state }: { state: OrderState }) => (
  <AsyncPanel
    title={text.counts}
    subtitle={state.data && text.countsNote(monthName(state.data.data.month))}
    state={state}
    updatedAt={null}
    height={250}
  >
    {({ data }) => (
      <ul className={css.counts}>
        {sentences(data).map(({ counts, words }) => (
          <li key={words} data-counts={counts}>
            {counts ? (
              <IconCircleCheck size={17} stroke={1.8} role="img" aria-label={text.yes} />
            ) : (
              <IconCircleMinus size={17} stroke={1.8} role="img" aria-label={text.no} />
            )}
            {words}
          </li>
        ))}
      </ul>
    )}
  </AsyncPanel>
)
