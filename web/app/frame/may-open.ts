// Whether the user may open a screen; the server enforces the same on every call.
import type { Screen } from '#web/api/screen.ts'
import { mayUser, type SessionUser } from '#web/api/session.ts'

export const mayOpen = (user: SessionUser, screen: Screen): boolean => mayUser(user, screen.access)
