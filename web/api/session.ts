// Who is signed in. States as specified: starting → signed-in or signed-out; sign-out and a lost session clear the token.
import type { Permission } from '#contract/permissions.ts'
import { readTimesIn } from '#web/text/format.ts'
import { queryClient } from './ask.ts'
import { type Answer, call } from './call.ts'
import { createStore } from './create-store.ts'
import { isTransient } from './errors.ts'
import { clearToken, isExpired, onTokenChangedElsewhere, readToken, writeToken } from './token.ts'
import { onSessionLost } from './transport.ts'

export type SessionUser = Answer<'GET /api/me'>['data']

export type Session =
  | { readonly state: 'starting' }
  /** `expired`: a session that was open ended by itself, so the person wants back to the same address. */
  | { readonly state: 'signed-out'; readonly why: 'stranger' | 'expired' | 'left' }
  | { readonly state: 'signed-in'; readonly user: SessionUser }
  /** There is a token, and the server cannot be asked about it. */
  | { readonly state: 'unreachable'; readonly error: unknown }

const session = createStore<Session>({ state: 'starting' })

export const currentSession = session.get
export const subscribeToSession = session.subscribe
export const useSession = session.use

/** The signed-in user; only for screens behind the session guard. */
export function useUser(): SessionUser {
  const now = useSession()
  if (now.state !== 'signed-in') throw new Error('No user is signed in')
  return now.user
}

export const mayUser = (user: SessionUser, permission: Permission): boolean =>
  user.permissions.includes(permission)

/** For what runs outside of a drawing: false while nobody is signed in. */
export function maySee(permission: Permission): boolean {
  const now = session.get()
  return now.state === 'signed-in' && mayUser(now.user, permission)
}

function leave(why: 'stranger' | 'expired' | 'left'): void {
  clearToken()
  session.set({ state: 'signed-out', why })
  queryClient.clear()
}

async function loadUser(): Promise<void> {
  try {
    const { data } = await call('GET /api/me')
    readTimesIn(data.time_zone)
    session.set({ state: 'signed-in', user: data })
  } catch (error) {
    // A server that is down for a moment says nothing about the token.
    if (isTransient(error)) session.set({ state: 'unreachable', error })
    else leave('expired')
  }
}

let starting: Promise<void> | null = null

/** Reads the stored token once; an unexpired one loads the user, everything else ends signed out. */
export function startSession(): Promise<void> {
  starting ??= (async () => {
    const token = readToken()
    if (token === null) leave('stranger')
    else if (isExpired(token)) leave('expired')
    else await loadUser()
  })()
  return starting
}

/** Asks again after `unreachable`. */
export const retrySession = loadUser

/** Throws `ApiError` with the server's message when e-mail or password are wrong. */
export async function signIn(email: string, password: string, remember: boolean): Promise<void> {
  const { data } = await call('POST /api/login', {
    body: { email, password, device: 'dashboard-web', remember },
  })
  queryClient.clear()
  writeToken(data.access_token, remember)
  await loadUser()
}

/** Ends the session here at once, and on the server when it can be reached. */
export async function signOut(): Promise<void> {
  const told = readToken() === null ? null : call('POST /api/logout').catch(() => null)
  await told
  leave('left')
}

onSessionLost(() => {
  if (session.get().state !== 'signed-out') leave('expired')
})

onTokenChangedElsewhere(() => {
  if (readToken() === null && session.get().state === 'signed-in') leave('left')
  else if (readToken() !== null && session.get().state === 'signed-out') void loadUser()
})
