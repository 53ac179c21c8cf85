import { createContext } from 'react'

/** ISO timestamp of the last look at the source of the data, where it is known: until then, the data is current. */
export const LastLook = createContext<string | null>(null)
