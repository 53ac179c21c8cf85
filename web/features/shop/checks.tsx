// What a test of the connection found, line by line. Touches this feature.
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { ShopTest } from '#contract/shop.ts'
import css from './shop.module.css'
import { text } from './text.ts'

const ICONS = { ok: IconCircleCheck, warning: IconAlertTriangle, failed: IconCircleX }

export const Checks = ({ result: { ok, checks } }: { result: ShopTest }) => (
  <section className={css.checks} aria-label={text.checks} role="status">
    <p className={css.verdict} data-tone={ok ? 'good' : 'bad'}>
      {ok ? text.works : text.fails}
    </p>
    <ul className={css.plainList}>
      {checks.map(({ check, state, message }) => {
        const Icon = ICONS[state]
        return (
          <li key={check} className={css.check} data-state={state}>
            <Icon size={16} aria-hidden />
            {message}
          </li>
        )
      })}
    </ul>
  </section>
)
