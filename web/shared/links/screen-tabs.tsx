// Tabs of screens that share one menu entry; those that the user may not open are left out.
import type { Permission } from '#contract/permissions.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { common } from '#web/text/common.ts'
import { PageTabs } from '#web/ui/page-tabs.tsx'

interface Tab {
  readonly to: string
  readonly label: string
  readonly access: Permission | 'session'
}

const TABS = {
  boards: [
    { to: '/analysis/board', label: 'Tablero', access: 'view:scorecard' },
    { to: '/analysis/views', label: 'Vistas', access: 'session' },
  ],
  messages: [
    { to: '/analysis/alerts', label: 'Alertas', access: 'view:scorecard' },
    { to: '/analysis/deliveries', label: 'Envíos', access: 'session' },
  ],
  returning: [
    { to: '/analysis/cohorts', label: 'Cohortes', access: 'view:customers' },
    { to: '/analysis/repurchase', label: 'Recompra', access: 'view:customers' },
  ],
} satisfies Record<string, readonly Tab[]>

export function ScreenTabs({ of }: { of: keyof typeof TABS }) {
  const user = useUser()
  const tabs: readonly Tab[] = TABS[of]
  const open = tabs.filter(({ access }) => mayUser(user, access))
  return open.length > 1 ? <PageTabs label={common.tabs} tabs={open} /> : null
}
