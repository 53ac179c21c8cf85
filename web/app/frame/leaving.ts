// The path of the screen that somebody is about to leave, resting on another entry of the menu: what is drawn ahead of it would
// have to be taken away before the other one is drawn.
import { createStore } from '#web/api/create-store.ts'

export const leaving = createStore<string | null>(null)
