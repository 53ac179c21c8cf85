// Whether the page is being printed: then everything is rendered, not only what is in sight.
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

export function useOnPaper(): boolean {
  const [isPaper, setPaper] = useState(false)
  useEffect(() => {
    const before = () => flushSync(() => setPaper(true))
    const after = () => setPaper(false)
    addEventListener('beforeprint', before)
    addEventListener('afterprint', after)
    return () => {
      removeEventListener('beforeprint', before)
      removeEventListener('afterprint', after)
    }
  }, [])
  return isPaper
}
