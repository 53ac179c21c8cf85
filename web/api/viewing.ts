// Starts and ends looking as somebody else. The page loads again, since every figure on it is another person's.
import { call } from './call.ts'
import { localStore } from './storage.ts'
import { VIEWING_KEY } from './token.ts'

/** Loads an address as whoever the session now looks as, and the other tabs of the session too. */
function loadAs(address: string): void {
  localStore.setItem(VIEWING_KEY, String(Date.now()))
  location.assign(address)
}

export async function startViewing(as: { kind: 'user' | 'role'; id: number }): Promise<void> {
  await call('POST /api/view-as', { body: as })
  loadAs('/')
}

export async function stopViewing(): Promise<void> {
  await call('DELETE /api/view-as')
  loadAs('/settings/users')
}
