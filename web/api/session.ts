// The session: starting → signed-in or signed-out. Signing out and losing the session clear the token.
import type { Permission } from '#contract/permissions.ts'
import { readTimesIn } from '#web/text/format.ts'
import { type Answer, call, queryClient } from './call.ts'
import { createStore } from './create-store.ts'
import { ApiError, hasCode } from './errors.ts'
import {
  clearToken,
  isExpired,
  isRemembered,
  onTokenChangedElsewhere,
  readToken,
  writeToken,
} from './token.ts'
import { onSessionLimited, onSessionLost, onViewingEnded } from './transport.ts'

export type SessionUser = Answer<'GET /api/me'>['data']

export type Session =
  | { readonly state: 'starting' }
  /** `expired`: the session ended by itself, so signing in returns to the same address. */
  | { readonly state: 'signed-out'; readonly why: 'stranger' | 'expired' | 'left' }
  /** `lost`: the server no longer accepts it, but an open form waits until the same user signs in again. */
  | {
      readonly state: 'signed-in'
      readonly user: SessionUser
      readonly lost?: { readonly remember: boolean }
    }
  /** The server is ending the session and would refuse calls, so no screen is open. */
  | { readonly state: 'leaving' }
  /** The account or role that a superAdmin looks as has changed. */
  | { readonly state: 'viewing-ended' }
  /** There is a token, but the server does not say whose. */
  | { readonly state: 'unreachable'; readonly error: unknown }

const session = createStore<Session>({ state: 'starting' })

export const currentSession = session.get
export const subscribeToSession = session.subscribe
export const useSession = session.use

/** The signed-in user. Only for components behind the session guard. */
export function useUser(): SessionUser {
  const now = useSession()
  if (now.state !== 'signed-in') throw new Error('No user is signed in')
  return now.user
}

export const mayUser = (user: SessionUser, access: Permission | 'session'): boolean =>
  access === 'session' || user.permissions.includes(access)

/** Permission check outside of React; false while signed out. */
export function maySee(access: Permission | 'session'): boolean {
  const now = session.get()
  return now.state === 'signed-in' && mayUser(now.user, access)
}

function leave(why: 'stranger' | 'expired' | 'left'): void {
  clearToken()
  session.set({ state: 'signed-out', why })
  queryClient.clear()
}

async function fetchUser(): Promise<void> {
  const before = session.get()
  const { data } = await call('GET /api/me')
  // Another account signed in in another tab: nothing of the former one may stay on screen.
  if (before.state === 'signed-in' && before.user.id !== data.id) return location.reload()
  readTimesIn(data.time_zone)
  session.set({ state: 'signed-in', user: data })
}

async function loadUser(): Promise<void> {
  try {
    await fetchUser()
  } catch (error) {
    // Only a refused token ends the session: any other failure says nothing about it.
    if (error instanceof ApiError && error.status === 401) leave('expired')
    else if (!hasCode(error, 'viewing-ended')) session.set({ state: 'unreachable', error })
  }
}

/** Fetches the user of a token that the server just issued; on a failure nobody is signed in, and the form says why. */
async function enterWith(token: string, remember: boolean): Promise<void> {
  writeToken(token, remember)
  try {
    await fetchUser()
  } catch (error) {
    clearToken()
    throw error
  }
}

let starting: Promise<void> | null = null

/** Loads the user of the stored token, once; without a valid token the session is signed out. */
export function startSession(): Promise<void> {
  starting ??= (async () => {
    const token = readToken()
    if (token === null) leave('stranger')
    else if (isExpired(token)) leave('expired')
    else await loadUser()
  })()
  return starting
}

/** Retries after `unreachable`. */
export const retrySession = loadUser

/** The password was right, and the account has a second factor. */
export interface SecondStep {
  readonly methods: readonly ('code' | 'passkey')[]
  /** Token for the calls of the second step. */
  readonly token: string
  readonly remember: boolean
  /** Starts the session with the access token that such a call returned. */
  readonly enter: (accessToken: string) => Promise<void>
}

async function sendPassword(
  credentials: { readonly email: string; readonly password: string; readonly remember: boolean },
  enter: SecondStep['enter'],
): Promise<SecondStep | null> {
  const { data } = await call('POST /api/login', { body: { ...credentials, device: 'dashboard-web' } })
  if ('second_factor' in data) return { ...data.second_factor, remember: credentials.remember, enter }
  await enter(data.access_token)
  return null
}

/** Starts a session with an access token; `remember` keeps it when the browser closes. */
export async function enterSession(accessToken: string, remember: boolean): Promise<void> {
  queryClient.clear()
  await enterWith(accessToken, remember)
}

/** Null once signed in. Throws `ApiError` with the server's message when the e-mail or password is wrong. */
export const signIn = (email: string, password: string, remember: boolean): Promise<SecondStep | null> =>
  sendPassword({ email, password, remember }, (token) => enterSession(token, remember))

/** Ends the session on the server, if it can be reached, and here; then at the identity provider if it began there. */
export async function signOut(): Promise<void> {
  session.set({ state: 'leaving' })
  await queryClient.cancelQueries()
  const answer = readToken() === null ? null : await call('POST /api/logout').catch(() => null)
  leave('left')
  if (answer?.data.provider_url) location.assign(answer.data.provider_url)
}

/** Signs the user of a lost session in again, while the screen stays open. Returns and throws like `signIn`. */
export async function resumeSession(password: string): Promise<SecondStep | null> {
  const now = session.get()
  if (now.state !== 'signed-in' || !now.lost) return null
  const { remember } = now.lost
  return sendPassword({ email: now.user.email, password, remember }, async (token) => {
    await enterWith(token, remember)
    await queryClient.invalidateQueries()
  })
}

/** Gives up a lost session and opens the sign-in. */
export const giveUpSession = (): void => leave('expired')

/** Whether leaving the page would lose typed input. */
const hasOpenForm = (): boolean => document.querySelector('form, textarea') !== null

onSessionLost(() => {
  const now = session.get()
  if (now.state === 'signed-out' || now.state === 'leaving' || (now.state === 'signed-in' && now.lost)) return
  if (now.state !== 'signed-in' || now.user.viewing || !hasOpenForm()) return leave('expired')
  const remember = isRemembered()
  clearToken()
  session.set({ ...now, lost: { remember } })
})

onSessionLimited(() => void loadUser())
onViewingEnded(() => session.set({ state: 'viewing-ended' }))

onTokenChangedElsewhere(() => {
  const now = session.get()
  if (readToken() === null) {
    if (now.state === 'signed-in' && !now.lost) leave('left')
  } else if (now.state === 'signed-out') void loadUser()
  // Most often the same account has a new token; only another one matters, or one for a session that was lost.
  else if (now.state === 'signed-in')
    void fetchUser()
      .then(() => now.lost && queryClient.invalidateQueries())
      .catch(() => {})
})
