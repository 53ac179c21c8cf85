// When a sheet was printed, and of when the data on it are: 'hace 2 min' says nothing on paper. Shown in print alone.
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { dateTime } from '#web/text/format.ts'
import { text } from '../text.ts'
import classes from './top-bar.module.css'

const now = () => new Date().toISOString()

export function PrintedAt() {
  const [at, setAt] = useState(now)
  useEffect(() => {
    const note = () => {
      flushSync(() => setAt(now()))
      for (const age of document.querySelectorAll('time'))
        age.dataset.printed = text.updatedAt(dateTime(age.dateTime))
    }
    addEventListener('beforeprint', note)
    return () => removeEventListener('beforeprint', note)
  }, [])
  return <span className={classes.printedAt}>{text.printed(dateTime(at))}</span>
}
