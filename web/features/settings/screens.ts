// The screens of the settings, as routes, menu and titles know them. May touch api and this feature.
import type { Screen } from '#web/api/screen.ts'

const shared = { section: 'settings', access: 'settings', monthly: false } as const

export const settingsScreens: readonly Screen[] = [
  { path: '/settings/users', title: 'Usuarios', menu: 'Usuarios', ...shared },
  { path: '/settings/last_month', title: 'Ultimo mes', menu: 'Ultimo mes', ...shared },
  { path: '/settings/crones', title: 'Crones', menu: 'Crones', ...shared },
]
