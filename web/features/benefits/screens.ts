// The screens of benefits, as routes, menu and titles know them. May touch api, lists and this feature.
import { prefetch } from '#web/api/ask.ts'
import type { Screen } from '#web/api/screen.ts'
import { prefetchList } from '#web/lists/prefetch-list.ts'
import {
  COUPON_LINES,
  COUPON_TOTALS,
  COUPON_USES,
  DISCOUNT_DETAILS,
  GROUPS,
  ofCouponTotals,
  ofGroups,
  ofPurchases,
  ofSubGroups,
  PURCHASES,
  SUB_GROUPS,
} from './asked.ts'

const section = 'benefits'
const access = 'view:benefits'
const monthly = true
const shared = { section, access, monthly } as const

export const benefitsScreens: readonly Screen[] = [
  {
    path: '/benefits/overview',
    title: 'Resumen de Beneficios',
    menu: 'Resumen',
    ...shared,
    compares: true,
    load: () => import('./overview-screen.tsx'),
    prefetch: ({ month, compare }) => prefetch(GROUPS, ofGroups(month, compare)),
  },
  {
    path: '/benefits/corporatives',
    title: 'Beneficios Corporativos',
    menu: 'Corporativos',
    ...shared,
    compares: true,
    load: () => import('./corporates-screen.tsx'),
    prefetch: ({ month, compare }) => prefetch(GROUPS, ofGroups(month, compare)),
  },
  {
    path: '/benefits/banking-benefits',
    title: 'Beneficios Bancarios',
    menu: 'Bancarios',
    ...shared,
    compares: true,
    load: () => import('./banks-screen.tsx'),
    prefetch: ({ month, compare }) => prefetch(SUB_GROUPS, ofSubGroups('bank', month, compare)),
  },
  {
    path: '/benefits/massives',
    title: 'Beneficios Masivos',
    menu: 'Masivos',
    ...shared,
    compares: true,
    load: () => import('./massives-screen.tsx'),
    prefetch: ({ month, compare }) => prefetch(SUB_GROUPS, ofSubGroups('massive-coupons', month, compare)),
  },
  {
    path: '/benefits/details',
    title: 'Detalles de Beneficios',
    menu: 'Detalles',
    ...shared,
    load: () => import('./details-screen.tsx'),
    prefetch: ({ month }) => prefetchList(COUPON_LINES, { month }),
  },
  {
    path: '/discounts',
    title: 'Resumen Descuentos',
    palette: true,
    under: '/benefits/overview',
    ...shared,
    load: () => import('./discounts-screen.tsx'),
    prefetch: ({ month }) => {
      prefetch(COUPON_TOTALS, ofCouponTotals(month))
      prefetchList(COUPON_USES, { month })
    },
  },
  {
    path: '/benefits/corporatives/employees-detail/$employee_name/$role',
    title: 'Detalles descuentos',
    under: '/benefits/corporatives',
    ...shared,
    access: 'view:orders',
    load: () => import('./purchases-screen.tsx'),
    prefetch: ({ month, params: { employee_name } }) => {
      if (employee_name) prefetch(PURCHASES, ofPurchases(employee_name, month))
    },
  },
  {
    path: '/benefits/corporatives/customers-employees/$role/$employee_name',
    title: 'Detalles empleados',
    under: '/benefits/corporatives',
    ...shared,
    access: 'view:customers',
    // Not fetched ahead: all accounts of a role are many, and hardly differ from one month to the next.
    load: () => import('./employees-screen.tsx'),
  },
  {
    path: '/benefits/massives/details/$subGroup',
    title: 'Detalle Beneficio Masivo',
    under: '/benefits/massives',
    ...shared,
    load: () => import('./massive-details-screen.tsx'),
    prefetch: ({ month, params: { subGroup } }) =>
      prefetchList(DISCOUNT_DETAILS, {
        month,
        query: { group: 'massive-coupons', sub_group: subGroup },
      }),
  },
  {
    path: '/benefits/banking-benefits/details/$subGroup',
    title: 'Detalle Beneficio Bancario',
    under: '/benefits/banking-benefits',
    ...shared,
    load: () => import('./bank-details-screen.tsx'),
    prefetch: ({ month, params: { subGroup } }) =>
      prefetchList(DISCOUNT_DETAILS, { month, query: { group: 'bank', sub_group: subGroup } }),
  },
]
