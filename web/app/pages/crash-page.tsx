// Error boundary of a screen, shown inside the frame.

import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { NetworkError } from '#web/api/errors.ts'
import { useOnline, useServerReached } from '#web/api/live.ts'
import { common } from '#web/text/common.ts'
import { errorText } from '#web/text/errors.ts'
import { Button } from '#web/ui/button.tsx'
import { useStable } from '#web/ui/use-stable.ts'
import { text } from '../text.ts'
import { PanelMessage } from './panel-message.tsx'

/** A missing chunk belongs to a version that was replaced on the server. */
const isOldVersion = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script/i.test(error.message)

export function CrashPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  useEffect(() => console.error(error), [error])
  const offline = error instanceof NetworkError
  const again = useStable(() => {
    reset()
    void router.invalidate()
  })
  useReturn(offline, again)
  if (!offline && isOldVersion(error)) {
    return (
      <PanelMessage
        title={text.crashTitle}
        body={text.newVersion}
        action={
          <Button frame="filled" tall onClick={() => location.reload()}>
            {text.reload}
          </Button>
        }
      />
    )
  }
  return (
    <PanelMessage
      title={offline ? text.unreachableTitle : text.crashTitle}
      body={offline ? errorText(error) : text.crash}
      action={
        <Button frame="filled" tall onClick={again}>
          {common.retry}
        </Button>
      }
    />
  )
}

/** Calls `onReturn` once the network or the server is back after an interruption. */
function useReturn(waiting: boolean, onReturn: () => void): void {
  const online = useOnline()
  const reached = useServerReached()
  const connected = online && reached
  const before = useRef(connected)
  useEffect(() => {
    if (waiting && connected && !before.current) onReturn()
    before.current = connected
  }, [waiting, connected, onReturn])
}
