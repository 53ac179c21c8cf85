// The application as `web/main.tsx` starts it, anew for each test, at an address and signed in.
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { cleanup, render, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, vi } from 'vitest'
import { SUPER_ADMIN } from '../e2e/server.ts'
import { type Account, addUser, post, serverAddress, tokenOf } from './network.ts'

declare global {
  interface Window {
    readonly happyDOM: { setURL(url: string): void }
  }
}

export interface OpenOptions {
  /** Who is signed in; null: nobody. Default: the super administrator. */
  readonly as?: Account | null
  /** Waits until the screen has its answers. Default: true. */
  readonly settle?: boolean
}

interface Running {
  readonly router: typeof import('#web/app/router.tsx').router
  readonly queryClient: typeof import('#web/api/ask.ts').queryClient
}

let running: Running | undefined

/** Starts the application at a path; what was typed and remembered before stays in the storage. */
export async function openApp(path: string, { as = SUPER_ADMIN, settle = true }: OpenOptions = {}) {
  if (as) localStorage.setItem('accessToken', await tokenOf(as))
  await start(path)
  if (settle) await settled()
  return userEvent.setup({ delay: null })
}

/** Starts the application anew at the current address, as the browser's reload does. */
export async function reload(): Promise<void> {
  await start(address())
  await settled()
}

async function start(path: string): Promise<void> {
  closeApp()
  window.happyDOM.setURL(serverAddress() + path)
  window.history.replaceState(null, '')
  // A session, a query cache and a router of its own.
  vi.resetModules()
  const [{ queryClient }, { startSession }, { router }, { cssVariablesResolver, theme }] = await Promise.all([
    import('#web/api/ask.ts'),
    import('#web/api/session.ts'),
    import('#web/app/router.tsx'),
    import('#web/app/theme.ts'),
  ])
  void startSession()
  running = { router, queryClient }
  render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
}

export function closeApp(): void {
  cleanup()
  running = undefined
}

/** Whether the browser saves data: the application then fetches no code and no month ahead. On when a test begins. */
export const saveData = (on: boolean): void => void Object.assign(navigator, { connection: { saveData: on } })

/** Another address within the running application. */
export async function goTo(path: string): Promise<void> {
  await running?.router.navigate({ href: path })
  await settled()
}

/** Every answer is asked for again. */
export const clearAnswers = (): void => running?.queryClient.clear()

/** An account with a role of these permissions. */
export async function addUserWith(role: string, permissions: readonly string[]): Promise<Account> {
  const account = { email: `${role}@gondola.test`, password: 'una clave larga de nadie' }
  await post('/api/roles-permissions', { name: role, permissions })
  await addUser({ ...account, name: 'Nadia Nadie', role })
  return account
}

/** Nothing on the page is still loading. */
export async function settled(): Promise<void> {
  await waitFor(() => {
    expect(document.querySelector('h1, h2'), 'a title').not.toBeNull()
    expect(
      document.querySelector('[aria-busy], tbody[aria-hidden], .mantine-Skeleton-root, .mantine-Loader-root'),
    ).toBeNull()
  })
}

/** Path and query of the page. */
export const address = (): string => location.pathname + location.search

export const searchParam = (name: string): string | null => new URLSearchParams(location.search).get(name)
