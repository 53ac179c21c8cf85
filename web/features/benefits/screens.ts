import { prefetch } from '#web/api/call.ts'
import type { Screen, ScreenAsked } from '#web/api/screen.ts'
import { prefetchList } from '#web/shared/lists/list.ts'
import {
  type CardGroup,
  COUPON_LINES,
  COUPON_USES,
  couponTotalsCall,
  DISCOUNT_DETAILS,
  groupsCall,
  purchasesCall,
  subGroupsCall,
} from './queries.ts'

const shared = { section: 'benefits', access: 'view:benefits', monthly: true } as const

const prefetchGroups = ({ month, compare }: ScreenAsked) => prefetch(...groupsCall(month, compare))

const prefetchSubGroups =
  (group: CardGroup) =>
  ({ month, compare }: ScreenAsked) =>
    prefetch(...subGroupsCall(group, month, compare))

const prefetchDetails =
  (group: CardGroup) =>
  ({ month, params: { subGroup } }: ScreenAsked) =>
    prefetchList(DISCOUNT_DETAILS, { month, query: { group, sub_group: subGroup } })

export const benefitsScreens: readonly Screen[] = [
  {
    path: '/benefits/overview',
    title: 'Resumen de Beneficios',
    menu: 'Resumen',
    ...shared,
    compares: true,
    explores: { query: 'measures=benefit_amount,benefit_uses&by=benefit_group,benefit_sub_group' },
    load: () => import('./overview-screen.tsx'),
    prefetch: prefetchGroups,
  },
  {
    path: '/benefits/corporatives',
    title: 'Beneficios Corporativos',
    menu: 'Corporativos',
    ...shared,
    compares: true,
    explores: {
      query: 'measures=benefit_amount,benefit_uses&by=benefit_sub_group&where=benefit_group:CORPORATIVOS',
    },
    load: () => import('./corporates-screen.tsx'),
    prefetch: prefetchGroups,
  },
  {
    path: '/benefits/banking-benefits',
    title: 'Beneficios Bancarios',
    menu: 'Bancarios',
    ...shared,
    compares: true,
    explores: {
      query: 'measures=benefit_amount,benefit_uses&by=benefit_sub_group&where=benefit_group:BANCARIOS',
    },
    load: () => import('./sub-groups-screen.tsx').then((code) => ({ default: code.BanksScreen })),
    prefetch: prefetchSubGroups('bank'),
  },
  {
    path: '/benefits/massives',
    title: 'Beneficios Masivos',
    menu: 'Masivos',
    ...shared,
    compares: true,
    explores: {
      query: 'measures=benefit_amount,benefit_uses&by=benefit_sub_group&where=benefit_group:CUPONES MASIVOS',
    },
    load: () => import('./sub-groups-screen.tsx').then((code) => ({ default: code.MassivesScreen })),
    prefetch: prefetchSubGroups('massive-coupons'),
  },
  {
    path: '/benefits/details',
    title: 'Detalles de Beneficios',
    menu: 'Detalles',
    ...shared,
    explores: { query: 'measures=benefit_amount,benefit_uses&by=benefit_code' },
    load: () => import('./discount-lines-screen.tsx'),
    prefetch: ({ month }) => prefetchList(COUPON_LINES, { month }),
  },
  {
    path: '/discounts',
    title: 'Resumen Descuentos',
    palette: true,
    under: '/benefits/overview',
    ...shared,
    explores: { query: 'measures=benefit_amount,benefit_uses&by=benefit_code' },
    load: () => import('./discounts-screen.tsx'),
    prefetch: ({ month }) => {
      prefetch(...couponTotalsCall(month))
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
      if (employee_name) prefetch(...purchasesCall(employee_name, month))
    },
  },
  {
    path: '/benefits/corporatives/customers-employees/$role/$employee_name',
    title: 'Detalles empleados',
    under: '/benefits/corporatives',
    ...shared,
    access: 'view:customers',
    // No prefetch: a role has many accounts, which hardly change between months.
    load: () => import('./employees-screen.tsx'),
  },
  {
    path: '/benefits/massives/details/$subGroup',
    title: 'Detalle Beneficio Masivo',
    under: '/benefits/massives',
    ...shared,
    load: () => import('./sub-group-screen.tsx').then((code) => ({ default: code.MassiveScreen })),
    prefetch: prefetchDetails('massive-coupons'),
  },
  {
    path: '/benefits/banking-benefits/details/$subGroup',
    title: 'Detalle Beneficio Bancario',
    under: '/benefits/banking-benefits',
    ...shared,
    load: () => import('./sub-group-screen.tsx').then((code) => ({ default: code.BankScreen })),
    prefetch: prefetchDetails('bank'),
  },
]
