// Tabs of Usuarios and of Crones. Touches ui and this feature.
import { PageTabs } from '#web/ui/page-tabs.tsx'
import { text } from './text.ts'

const USERS = [
  { to: '/settings/users', label: text.users },
  { to: '/settings/roles', label: text.roles },
]

const CRONS = [
  { to: '/settings/crones', label: text.crons },
  { to: '/settings/crones/logs', label: text.logs },
  { to: '/settings/crones/unplaced', label: text.unplaced },
  { to: '/settings/crones/audit', label: text.audit },
]

export const UsersTabs = () => <PageTabs label={text.tabs} tabs={USERS} />

export const CronsTabs = () => <PageTabs label={text.tabs} tabs={CRONS} />
