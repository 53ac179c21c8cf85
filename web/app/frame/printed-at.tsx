// When a sheet was printed, and of when the data on it are: 'hace 2 min' says nothing on paper. Shown in print alone.
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { dateTime } from '#web/text/format.ts'
import { text } from '../text.ts'
import classes from './top-bar.module.css'

const now = () => new Date().toISOString()

/** The clock that writes times takes a slow notebook a while to set up: after what is to be seen, ms. */
const PAUSE_MS = 1000

export function PrintedAt() {
  const [at, setAt] = useState<string>()
  useEffect(() => {
    const note = () => {
      flushSync(() => setAt(now()))
      for (const age of document.querySelectorAll('time'))
        age.dataset.printed = text.updatedAt(dateTime(age.dateTime))
    }
    const timer = setTimeout(() => setAt(now()), PAUSE_MS)
    addEventListener('beforeprint', note)
    return () => {
      clearTimeout(timer)
      removeEventListener('beforeprint', note)
    }
  }, [])
  return <span className={classes.printedAt}>{at ? text.printed(dateTime(at)) : null}</span>
}
