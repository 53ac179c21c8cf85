// The screens of benefits, as routes, menu and titles know them. May touch api and this feature.
import type { Screen } from '#web/api/screen.ts'

const section = 'benefits'
const access = 'view:benefits'
const monthly = true
const shared = { section, access, monthly } as const

export const benefitsScreens: readonly Screen[] = [
  { path: '/benefits/overview', title: 'Resumen de Beneficios', menu: 'Resumen', ...shared },
  { path: '/benefits/corporatives', title: 'Beneficios Corporativos', menu: 'Corporativos', ...shared },
  { path: '/benefits/banking-benefits', title: 'Beneficios Bancarios', menu: 'Bancarios', ...shared },
  { path: '/benefits/massives', title: 'Beneficios Masivos', menu: 'Masivos', ...shared },
  { path: '/benefits/details', title: 'Detalles de Beneficios', menu: 'Detalles', ...shared },
  { path: '/discounts', title: 'Resumen Descuentos', palette: true, under: '/benefits/overview', ...shared },
  {
    path: '/benefits/corporatives/employees-detail/$employee_name/$role',
    title: 'Detalles descuentos',
    under: '/benefits/corporatives',
    ...shared,
  },
  {
    path: '/benefits/corporatives/customers-employees/$role/$employee_name',
    title: 'Detalles empleados',
    under: '/benefits/corporatives',
    ...shared,
  },
  {
    path: '/benefits/massives/details/$subGroup',
    title: 'Detalle Beneficio Masivo',
    under: '/benefits/massives',
    ...shared,
  },
  {
    path: '/benefits/banking-benefits/details/$subGroup',
    title: 'Detalle Beneficio Bancario',
    under: '/benefits/banking-benefits',
    ...shared,
  },
]
