// One filter of a table: keeps what is typed, passes it on after a pause. Touches React and the shared words.
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { text } from '#web/ui/text.ts'
import css from './data-table.module.css'

interface FilterInputProps {
  title: string
  /** What the table is filtered by. */
  value: string
  onFilter: (typed: string) => void
  /** Pause before a filter fires, ms. */
  pause: number
  /** Fewer characters (but not none) do not fire. */
  least: number
}

export function FilterInput({ title, value, onFilter, pause, least }: FilterInputProps) {
  const [typed, setTyped] = useState(value)
  const passedOn = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // Another value from outside (back, a cleared filter) is shown; the echo of the own one never overwrites typing.
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
  return (
    <input
      className={css.filter}
      type="text"
      value={typed}
      placeholder={text.search}
      aria-label={text.filterOf(title)}
      title={fires(typed.trim()) ? undefined : text.shortFilter(least)}
      data-waiting={fires(typed.trim()) ? undefined : ''}
      maxLength={255}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  )
}
