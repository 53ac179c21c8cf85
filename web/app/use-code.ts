// A component of the frame that loads on first use.
import { type ComponentType, useEffect, useState } from 'react'
import { NetworkError } from '#web/api/errors.ts'
import { setFlash } from './flash-message.ts'
import { text } from './text.ts'

/** The component once it is needed and loaded; a failure calls `close` and shows `failure` or the cause. */
export function useCode<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  needed: boolean,
  close: () => void,
  failure?: string,
): ComponentType<Props> | null {
  const [code, setCode] = useState<ComponentType<Props> | null>(null)
  useEffect(() => {
    if (!needed || code) return
    load().then(
      (loaded) => setCode(() => loaded.default),
      (error) => {
        close()
        setFlash(failure ?? (error instanceof NetworkError ? text.noOverlay : text.newVersion), '')
      },
    )
  }, [load, needed, code, close, failure])
  return code
}
