// Every screen on the recorded store: with data, in a month without any, while calls fail, and for roles that may not open it.
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { reportLists } from '#contract/lists/reports.ts'
import { BUILT_IN_ROLES } from '#contract/permissions.ts'
import {
  type AppRoute,
  addressOf,
  appRoutes,
  EMPTY_MONTH,
  emptyText,
  FAILED,
  SAYS_EMPTY,
} from '#test/e2e/app-routes.ts'
import { addUserWith, clearAnswers, goTo, openApp, settled } from '#test/web/app.tsx'
import { dataOf, failing } from '#test/web/network.ts'
import { plain } from '#test/web/tables.ts'

/** Screens for which the recorded store has no data in any month. */
const NEVER_RECORDED: ReadonlySet<string> = new Set(['/reports/mix-boxes'])
/** Makes no call until the user asks for something. */
const ON_DEMAND: ReadonlySet<string> = new Set(['/settings/personal-data'])
/** A walk over all screens is one test: the application starts once. */
const WALK = 120_000

let screens: AppRoute[] = []

beforeAll(async () => {
  // Passwords set by an administrator have separate tests.
  screens = (await appRoutes()).filter(({ access }) => access !== undefined && access !== 'given')
})

const textOfPage = () => plain(document.body.textContent)

async function walk(routes: readonly AppRoute[], visit: (route: AppRoute) => Promise<readonly string[]>) {
  const problems: string[] = []
  for (const route of routes) {
    try {
      problems.push(...(await visit(route)).map((problem) => `${route.path}: ${problem}`))
    } catch (error) {
      throw new Error(`${route.path} (${location.href})`, { cause: error })
    }
  }
  expect(problems).toEqual([])
}

async function opensWithTitle({ title }: AppRoute, address: string): Promise<void> {
  await goTo(address)
  await waitFor(() => expect(document.title).toBe(`${title} · Góndola`))
  await settled()
}

const texts = (selector: string, words: string) =>
  [...document.querySelectorAll(selector)].filter(({ textContent }) => textContent === words)

describe('every screen', () => {
  it(
    'says that a month without data has none',
    async () => {
      await openApp('/help')
      const monthly = screens.filter((route) => route.monthly)
      await walk(monthly, async (route) => {
        await opensWithTitle(route, await addressOf(route, dataOf, EMPTY_MONTH))
        const words = textOfPage()
        return [
          ...(words.includes(emptyText(route)) ? [] : [`does not say ${emptyText(route)}`]),
          ...(words.includes(FAILED) ? ['a call failed'] : []),
        ]
      })
    },
    WALK,
  )

  it(
    'reports failed calls, and after a retry shows its data under its title',
    async () => {
      const user = await openApp('/help')
      await walk(screens, async (route) => {
        const address = await addressOf(route, dataOf)
        await goTo('/help')
        clearAnswers()
        const mend = failing(/^GET \/api\/(?!me$|events)/)
        await opensWithTitle(route, address)
        const told = texts('main p', FAILED).length
        const buttons = texts('main button', 'Reintentar').length
        const alerts = document.querySelectorAll('[role=alert]').length
        mend()
        // One answer that two panels share restores both.
        for (let left = buttons; left > 0; left = texts('main button', 'Reintentar').length) {
          const [retry] = texts('main button', 'Reintentar')
          if (retry) await user.click(retry)
          await waitFor(() => expect(texts('main button', 'Reintentar').length).toBeLessThan(left))
        }
        await settled()
        const words = textOfPage()
        const heading = document.querySelector('h1')?.textContent
        const hasData = route.access !== 'settings' && !NEVER_RECORDED.has(route.path)
        return [
          ...(told > 0 !== ON_DEMAND.has(route.path) && told === buttons
            ? []
            : [`${told} failures, ${buttons} buttons`]),
          ...(alerts === 0 ? [] : ['an alert pops up']),
          ...(words.includes(FAILED) ? ['it still says so'] : []),
          ...(heading === route.title ? [] : [`its heading is ${heading}`]),
          ...(hasData && SAYS_EMPTY.test(words) ? ['something is empty'] : []),
        ]
      })
    },
    WALK,
  )

  it(
    'is closed to roles that may not see it',
    async () => {
      await openApp('/help', { as: await addUserWith('sin-permisos', []) })
      const guarded = screens.filter(({ access }) => access !== 'session')
      const open = new Set(['Tableros y vistas', 'Avisos y envíos'])
      await walk(guarded, async (route) => {
        const address = await addressOf(route, dataOf)
        if (route.access === 'settings') {
          await goTo('/terms')
          await goTo(address)
          // One step back in history.
          await waitFor(() => expect(location.pathname).toBe('/terms'))
          return []
        }
        await goTo(address)
        await screen.findByText('Sin acceso')
        const menu = screen.getByRole('navigation', { name: 'Menú principal' })
        const links = within(menu).queryAllByRole('link')
        return links
          .filter(({ textContent }) => !open.has(plain(textContent)))
          .map(({ textContent }) => `the menu shows ${textContent}`)
      })
    },
    WALK,
  )
})

const REPORTS_OF_SPECIFICATION = [
  'Reporte Comercial',
  ...['Compro X llevo Y', 'Reporte SIMPLE', 'Cajas Surtidas', 'Mailing'],
]

it('the menu has the screens of the specification first, then what was added to each subject', async () => {
  await openApp('/', { as: await addUserWith('casi-todo', BUILT_IN_ROLES.admin ?? []) })
  const menu = screen.getByRole('navigation', { name: 'Menú principal' })
  await within(menu).findByRole('link', { name: 'Mailing' })
  const names = within(menu)
    .getAllByRole('listitem')
    .map((item) => item.querySelector(':scope > a, :scope > button')?.textContent)
  expect(names).toEqual([
    'Scorecard',
    ...['Productos', 'Segmentos', 'Tabla de Segmentos', 'Resumen de Negocios', 'Ranking de ventas'],
    ...['Productos por Distribuidor', 'Distribución', 'Costos y margen'],
    ...['Distribuidores', 'Resumen Distribuidores', 'Reportes de Distribuidores'],
    ...['Oportunidades', 'Servicio'],
    ...[
      'Clientes',
      'Reportes de Clientes',
      'Órdenes de Clientes',
      'Cohortes y recompra',
      'Grupos de clientes',
    ],
    ...['Beneficios', 'Resumen', 'Corporativos', 'Bancarios', 'Masivos', 'Detalles', 'Rendimiento'],
    'Reportes',
    ...REPORTS_OF_SPECIFICATION,
    ...Object.values(reportLists)
      .flatMap((list) => ('screen' in list && list.screen ? list.screen.menu : []))
      .filter((name) => !REPORTS_OF_SPECIFICATION.includes(name)),
    ...['Análisis', 'Explorar', 'Tableros y vistas', 'Metas', 'Avisos y envíos'],
  ])
})

it('an entry opens the first of its screens that the user may see', async () => {
  const user = await openApp('/help', { as: await addUserWith('solo-vistas', []) })
  const menu = screen.getByRole('navigation', { name: 'Menú principal' })
  await user.click(await within(menu).findByRole('link', { name: 'Tableros y vistas' }))
  await waitFor(() => expect(location.pathname).toBe('/analysis/views'))
  const current = await within(menu).findByRole('link', { current: 'page' })
  expect(current.textContent).toBe('Tableros y vistas')
  expect(screen.queryByRole('navigation', { name: 'Secciones de la pantalla' })).toBeNull()
})
