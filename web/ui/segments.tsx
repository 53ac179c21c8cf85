// Segmented control made of radio buttons, so that arrow keys and screen readers work.
import { type CSSProperties, type ReactNode, useId } from 'react'
import css from './segments.module.css'

interface SegmentsProps<Value extends string> {
  'aria-label': string
  data: readonly { readonly value: Value; readonly label: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
  size?: 'xs'
  fullWidth?: boolean
  className?: string | undefined
  style?: CSSProperties
}

export function Segments<Value extends string>({
  data,
  value,
  onChange,
  size,
  fullWidth,
  className,
  ...named
}: SegmentsProps<Value>) {
  const name = useId()
  return (
    <div
      {...named}
      role="radiogroup"
      className={`${css.segments} ${className ?? ''}`}
      data-size={size}
      data-full={fullWidth || undefined}
      data-no-print
    >
      {data.map((one) => (
        <label key={one.value} className={css.segment}>
          <input
            type="radio"
            className={css.input}
            name={name}
            value={one.value}
            checked={one.value === value}
            onChange={() => onChange(one.value)}
          />
          <span className={css.word}>{one.label}</span>
        </label>
      ))}
    </div>
  )
}
