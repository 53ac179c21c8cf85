// A screen whose code could not be fetched, in a router that has only this screen.
import { MantineProvider } from '@mantine/core'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NetworkError } from '#web/api/errors.ts'
import { CrashPage } from './crash-page.tsx'

const connection = { works: false }

beforeEach(() => {
  connection.works = false
  const online = vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => connection.works)
  return () => online.mockRestore()
})

// React and the page report the failure.
afterEach(() => void vi.mocked(console.error).mockClear())

function Screen() {
  if (!connection.works) throw new NetworkError('Failed to fetch')
  return <p>Tabla de Segmentos</p>
}

async function openScreen() {
  const root = createRootRoute({
    component: () => (
      <main>
        <Outlet />
      </main>
    ),
  })
  const only = createRoute({ path: '/', getParentRoute: () => root, component: Screen })
  const router = createRouter({
    routeTree: root.addChildren([only]),
    history: createMemoryHistory(),
    defaultErrorComponent: CrashPage,
  })
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  )
  return screen.findByRole('button', { name: 'Reintentar' })
}

it('is retried once the network is back', async () => {
  await openScreen()
  connection.works = true
  dispatchEvent(new Event('online'))
  await screen.findByText('Tabla de Segmentos')
})

it('keeps the keyboard position after a retry', async () => {
  const retry = await openScreen()
  retry.focus()
  connection.works = true
  await userEvent.keyboard('{Enter}')
  await screen.findByText('Tabla de Segmentos')
  expect(document.activeElement).toBe(screen.getByRole('main'))
})
