import type { CSSProperties } from 'react'

/** From 0 to 1; the text on the darkest colour still has enough contrast, in both themes. */
export const strengthOf = (strength: number): CSSProperties =>
  ({ '--strength': `${Math.round(strength * 48)}%` }) as CSSProperties
