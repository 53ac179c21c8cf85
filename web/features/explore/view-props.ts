// Props of all forms of an answer.
import type { ReactNode } from 'react'
import type { Asked, useAnswer } from './address.ts'

export interface ResultProps {
  asked: Asked
  state: ReturnType<typeof useAnswer>
}

export interface ViewProps extends ResultProps {
  subtitle: string
  /** Switches between table, pivot and chart. */
  views: ReactNode
}
