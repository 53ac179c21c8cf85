// Filter field of a table column, with a debounce.
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { text } from '#web/ui/text.ts'
import css from './head.module.css'

interface FilterInputProps {
  title: string
  value: string
  onFilter: (typed: string) => void
  /** Debounce, ms. */
  pause: number
  /** Minimum number of characters; an empty filter always applies. */
  least: number
}

export function FilterInput({ title, value, onFilter, pause, least }: FilterInputProps) {
  const [typed, setTyped] = useState(value)
  const passedOn = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hint = useId()

  // Adopts values from outside (back button, cleared filters) without overwriting what is being typed.
  useEffect(() => {
    if (value === passedOn.current) return
    passedOn.current = value
    clearTimeout(timer.current)
    setTyped(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  const fires = (next: string) => next === '' || next.length >= least
  const passOn = (next: string) => {
    clearTimeout(timer.current)
    if (!fires(next) || next === passedOn.current) return
    passedOn.current = next
    onFilter(next)
  }
  const type = (next: string) => {
    setTyped(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => passOn(next.trim()), pause)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') passOn(typed.trim())
    if (event.key === 'Escape' && typed !== '') {
      event.preventDefault()
      setTyped('')
      passOn('')
    }
  }
  const tooShort = !fires(typed.trim())
  return (
    <div style={{ position: 'relative' }}>
      <input
        className={css.filter}
        type="text"
        value={typed}
        placeholder={text.search}
        aria-label={text.filterOf(title)}
        aria-describedby={tooShort ? hint : undefined}
        data-too-short={tooShort || undefined}
        maxLength={255}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {tooShort ? (
        <span className={css.hint} id={hint} role="status">
          {text.shortFilter(least)}
        </span>
      ) : null}
    </div>
  )
}
