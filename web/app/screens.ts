// All screens behind the sign-in, in the order of the menu.
import type { Screen, Section } from '#web/api/screen.ts'
import { alertsScreens } from '#web/features/alerts/screens.ts'
import { analyticsScreens } from '#web/features/analytics/screens.ts'
import { benefitsScreens } from '#web/features/benefits/screens.ts'
import { boardsScreens } from '#web/features/boards/screens.ts'
import { buyersScreens } from '#web/features/buyers/screens.ts'
import { customersScreens } from '#web/features/customers/screens.ts'
import { deliveryScreens } from '#web/features/deliveries/screens.ts'
import { distributorsScreens } from '#web/features/distributors/screens.ts'
import { exploreScreens } from '#web/features/explore/screens.ts'
import { goalsScreens } from '#web/features/goals/screens.ts'
import { notesScreens } from '#web/features/notes/screens.ts'
import { ordersScreens } from '#web/features/orders/screens.ts'
import { productsScreens } from '#web/features/products/screens.ts'
import { reportsScreens } from '#web/features/reports/screens.ts'
import { scorecardScreens } from '#web/features/scorecard/screens.ts'
import { settingsScreens } from '#web/features/settings/screens.ts'
import { shopScreens } from '#web/features/shop/screens.ts'
import { viewsScreens } from '#web/features/views/screens.ts'

const declared: readonly Screen[] = [
  ...scorecardScreens,
  ...analyticsScreens,
  ...exploreScreens,
  ...boardsScreens,
  ...viewsScreens,
  ...goalsScreens,
  ...notesScreens,
  ...alertsScreens,
  ...buyersScreens,
  ...deliveryScreens,
  ...productsScreens,
  ...distributorsScreens,
  ...customersScreens,
  ...ordersScreens,
  ...benefitsScreens,
  ...reportsScreens,
  ...settingsScreens,
  ...shopScreens,
]

export const screens = declared.map((screen) =>
  screen.under || screen.palette ? screen : { menu: screen.title, ...screen },
)

export interface MenuSection {
  readonly key: Section
  readonly entries: readonly Screen[]
}

const SECTIONS: readonly Section[] = [
  'scorecard',
  'analysis',
  'products',
  'distributors',
  'customers',
  'benefits',
  'reports',
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

/** Menu sections with the screens that pass `may`; empty sections are left out. */
export const menuFor = (may: (screen: Screen) => boolean): MenuSection[] =>
  SECTIONS.map((key) => ({
    key,
    entries: screens.filter((screen) => screen.section === key && screen.menu && may(screen)),
  })).filter(({ entries }) => entries.length > 0)
