// Skeleton placeholder. Not animated: a screen shows dozens, and each animation is a compositing layer.
import type { CSSProperties } from 'react'
import css from './states.module.css'

interface SkeletonProps {
  height: number | string
  width?: number | string
  style?: CSSProperties
}

export const Skeleton = ({ height, width = '100%', style }: SkeletonProps) => (
  <span className={css.skeleton} style={{ height, width, ...style }} />
)
