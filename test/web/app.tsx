// The application as `web/main.tsx` starts it, started again for each test, at an address and signed in.
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event'
import { expect, vi } from 'vitest'
import { SUPER_ADMIN } from '../e2e/server.ts'
import { type Account, addUser, post, serverAddress, tokenOf } from './network.ts'

declare global {
  interface Window {
    readonly happyDOM: { setURL(url: string): void }
  }
}

export interface OpenOptions {
  /** The account that is signed in; null: none. Default: the super administrator. */
  readonly as?: Account | null
  /** Waits until the screen has its answers. Default: true. */
  readonly settle?: boolean
}

interface Running {
  readonly router: typeof import('#web/app/router.tsx').router
  readonly queryClient: typeof import('#web/api/call.ts').queryClient
}

let running: Running | undefined

/** Starts the application at a path; the storage keeps what was typed and remembered before. */
export async function openApp(path: string, { as = SUPER_ADMIN, settle = true }: OpenOptions = {}) {
  if (as) localStorage.setItem('accessToken', await tokenOf(as))
  await start(path)
  if (settle) await settled()
  // Without style sheets nothing is out of a pointer's reach.
  return userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never })
}

/** Restarts the application at the current address, like the browser's reload. */
export async function reload(): Promise<void> {
  await start(address())
  await settled()
}

async function start(path: string): Promise<void> {
  closeApp()
  window.happyDOM.setURL(serverAddress() + path)
  window.history.replaceState(null, '')
  // A new session, query cache and router.
  vi.resetModules()
  const [{ queryClient }, { startSession }, { router }, { cssVariablesResolver, theme }] = await Promise.all([
    import('#web/api/call.ts'),
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

/** Whether the browser saves data, so that the application prefetches no code and no month. On when a test begins. */
export const saveData = (on: boolean): void => void Object.assign(navigator, { connection: { saveData: on } })

/** Navigates within the running application. */
export async function goTo(path: string): Promise<void> {
  await running?.router.navigate({ href: path })
  await settled()
}

/** Requests every answer again. */
export const clearAnswers = (): void => running?.queryClient.clear()

/** An account with a role of these permissions. */
export async function addUserWith(
  role: string,
  permissions: readonly string[],
  dist_ids: readonly string[] | null = null,
): Promise<Account> {
  const account = { email: `${role}@gondola.test`, password: 'una clave larga de nadie' }
  await post('/api/roles-permissions', { name: role, permissions, dist_ids })
  await addUser({ ...account, name: 'Nadia Nadie', role })
  return account
}

/** Waits until nothing on the page is loading, also words whose place is held invisibly. */
export async function settled(): Promise<void> {
  await waitFor(() => {
    expect(document.querySelector('h1, h2'), 'a title').not.toBeNull()
    expect(running?.queryClient.isFetching({ predicate: ({ state }) => state.status === 'pending' })).toBe(0)
    expect(
      document.querySelector('[aria-busy], tbody[aria-hidden], .mantine-Skeleton-root, .mantine-Loader-root'),
    ).toBeNull()
  })
}

export const dialog = (name: string): Promise<HTMLElement> => screen.findByRole('dialog', { name })

/** Path and query of the page. */
export const address = (): string => location.pathname + location.search

export const searchParam = (name: string): string | null => new URLSearchParams(location.search).get(name)
