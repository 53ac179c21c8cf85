// The grey place of something that is on its way. One plain element: a screen shows dozens, and each that moves is a layer. Touches React.
import type { CSSProperties } from 'react'
import css from './states.module.css'

interface BoneProps {
  height: number | string
  width?: number | string
  style?: CSSProperties
}

export const Skeleton = ({ height, width = '100%', style }: BoneProps) => (
  <span className={css.bone} style={{ height, width, ...style }} />
)
