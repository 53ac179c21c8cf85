// The result of testing the connection, check by check.
import { Stack } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { ShopTest } from '#contract/shop.ts'
import { RouteLink } from '#web/ui/links.tsx'
import shared from '#web/ui/shared.module.css'
import css from './shop.module.css'
import { text } from './text.ts'

const ICONS = { ok: IconCircleCheck, warning: IconAlertTriangle, failed: IconCircleX }

export function ConnectionTest({ pending, result }: { pending: boolean; result: ShopTest | undefined }) {
  if (pending)
    return (
      <p className={shared.quiet} role="status">
        {text.testing}
      </p>
    )
  if (!result) return null
  return (
    <Stack
      component="section"
      className={shared.box}
      gap={8}
      p="12px 14px"
      aria-label={text.checks}
      role="status"
    >
      <p className={css.verdict} data-tone={result.ok ? 'good' : 'bad'}>
        {result.ok ? text.works : text.fails}
      </p>
      <ul className={shared.gapList}>
        {result.checks.map(({ check, state, message }) => {
          const Icon = ICONS[state]
          return (
            <li key={check} className={css.check} data-state={state}>
              <Icon size={16} aria-hidden />
              {message}
            </li>
          )
        })}
      </ul>
      {result.ok ? <RouteLink to="/reconciliation/woocommerce">{text.differences}</RouteLink> : null}
    </Stack>
  )
}
