// Print only: the time of printing, and absolute times in place of relative ones such as 'hace 2 min'.
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { dateTime } from '#web/text/format.ts'
import { text } from '../text.ts'
import classes from './top-bar.module.css'

const now = () => new Date().toISOString()

/** Delays the first date format, which is slow to set up on weak machines. */
const PAUSE_MS = 1000

export function PrintedAt() {
  const [at, setAt] = useState<string>()
  useEffect(() => {
    const update = () => {
      flushSync(() => setAt(now()))
      for (const age of document.querySelectorAll('time'))
        age.dataset.printed = text.updatedAt(dateTime(age.dateTime))
    }
    const timer = setTimeout(() => setAt(now()), PAUSE_MS)
    addEventListener('beforeprint', update)
    return () => {
      clearTimeout(timer)
      removeEventListener('beforeprint', update)
    }
  }, [])
  return <span className={classes.printedAt}>{at ? text.printed(dateTime(at)) : null}</span>
}
