// Holds the place of words that come with the data: as long as they usually are, and invisible.
import type { ReactNode } from 'react'

export const StandIn = ({ children }: { children: ReactNode }) => (
  <span style={{ visibility: 'hidden' }} aria-hidden>
    {children}
  </span>
)
