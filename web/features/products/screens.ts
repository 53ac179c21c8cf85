// The screens of products, as routes, menu and titles know them. May touch api and this feature.
import type { Screen } from '#web/api/screen.ts'

const section = 'products'
const access = 'view:products'
const monthly = true

export const productsScreens: readonly Screen[] = [
  { path: '/products-overview/segments', title: 'Segmentos', menu: 'Segmentos', section, access, monthly },
  {
    path: '/products-overview/segments-table',
    title: 'Tabla de Segmentos',
    menu: 'Tabla de Segmentos',
    section,
    access,
    monthly,
  },
  {
    path: '/products-overview/business',
    title: 'Resumen de Negocios',
    menu: 'Resumen de Negocios',
    section,
    access,
    monthly,
  },
  {
    path: '/products-sales-ranking',
    title: 'Ranking de ventas',
    menu: 'Ranking de ventas',
    section,
    access,
    monthly,
  },
]
