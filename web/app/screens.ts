// All screens behind the sign-in, in the order of the menu.
import type { Screen, Section } from '#web/api/screen.ts'
import { alertsScreens } from '#web/features/alerts/screens.ts'
import { analyticsScreens } from '#web/features/analytics/screens.ts'
import { benefitsScreens } from '#web/features/benefits/screens.ts'
import { boardsScreens } from '#web/features/boards/screens.ts'
import { buyersScreens } from '#web/features/buyers/screens.ts'
import { costScreens } from '#web/features/costs/screens.ts'
import { customersScreens } from '#web/features/customers/screens.ts'
import { deliveryScreens } from '#web/features/deliveries/screens.ts'
import { distributorsScreens } from '#web/features/distributors/screens.ts'
import { exploreScreens } from '#web/features/explore/screens.ts'
import { goalsScreens } from '#web/features/goals/screens.ts'
import { notesScreens } from '#web/features/notes/screens.ts'
import { opportunityScreens } from '#web/features/opportunities/screens.ts'
import { ordersScreens } from '#web/features/orders/screens.ts'
import { productsScreens } from '#web/features/products/screens.ts'
import { reportsScreens } from '#web/features/reports/screens.ts'
import { scorecardScreens } from '#web/features/scorecard/screens.ts'
import { serviceScreens } from '#web/features/service/screens.ts'
import { settingsScreens } from '#web/features/settings/screens.ts'
import { shopScreens } from '#web/features/shop/screens.ts'
import { viewsScreens } from '#web/features/views/screens.ts'

const declared: readonly Screen[] = [
  ...scorecardScreens,
  ...analyticsScreens,
  ...productsScreens,
  ...distributorsScreens,
  ...opportunityScreens,
  ...costScreens,
  ...serviceScreens,
  ...customersScreens,
  ...ordersScreens,
  ...benefitsScreens,
  ...buyersScreens,
  ...reportsScreens,
  ...exploreScreens,
  ...boardsScreens,
  ...viewsScreens,
  ...goalsScreens,
  ...notesScreens,
  ...alertsScreens,
  ...deliveryScreens,
  ...settingsScreens,
  ...shopScreens,
]

export const screens = declared.map((screen) =>
  screen.menu || screen.under || screen.palette ? screen : { menu: screen.title, ...screen },
)

/** Its menu label where that says more than the title, and is its own. */
export function nameOf({ title, menu }: Screen): string {
  const isOwn = screens.filter((other) => other.menu === menu).length === 1
  return menu && isOwn && !title.includes(menu) ? menu : title
}

export interface MenuSection {
  readonly key: Section
  readonly entries: readonly Screen[]
}

const SECTIONS: readonly Section[] = [
  'scorecard',
  'products',
  'distributors',
  'customers',
  'benefits',
  'reports',
  'analysis',
  'settings',
]

/** Addresses above the screens of a section, which redirect. */
export const SECTION_ROOTS: Readonly<Record<string, Section>> = {
  '/analysis': 'analysis',
  '/products-overview': 'products',
  '/distributors': 'distributors',
  '/customers': 'customers',
  '/benefits': 'benefits',
  '/reports': 'reports',
  '/settings': 'settings',
}

/** Screens with the same label share one entry, which opens the first of them. */
function entriesOf(section: Section, may: (screen: Screen) => boolean): Screen[] {
  const shown = screens.filter((screen) => screen.section === section && screen.menu && may(screen))
  return shown.filter(({ menu }, index) => shown.findIndex((other) => other.menu === menu) === index)
}

/** Menu sections with the screens that pass `may`; empty sections are left out. */
export const menuFor = (may: (screen: Screen) => boolean): MenuSection[] =>
  SECTIONS.map((key) => ({ key, entries: entriesOf(key, may) })).filter(({ entries }) => entries.length > 0)
