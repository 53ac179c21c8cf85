// A few words of which one holds. Radio buttons to the browser, so arrows and screen readers know them. Touches React.
import { type ReactNode, useId } from 'react'
import css from './segments.module.css'

interface SegmentsProps<Value extends string> {
  /** What they choose between, for screen readers. */
  'aria-label': string
  data: readonly { readonly value: Value; readonly label: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
  size?: 'xs'
  fullWidth?: boolean
  className?: string | undefined
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
