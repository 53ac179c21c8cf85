// Error boundary of a screen, shown inside the frame.
import { Button } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { NetworkError } from '#web/api/errors.ts'
import { common } from '#web/text/common.ts'
import { errorText } from '#web/text/errors.ts'
import { text } from '../text.ts'
import { PanelMessage } from './panel-message.tsx'

/** A missing chunk belongs to a version that was replaced on the server. */
const isOldVersion = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script/i.test(error.message)

export function CrashPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  useEffect(() => console.error(error), [error])
  const offline = error instanceof NetworkError
  if (!offline && isOldVersion(error)) {
    return (
      <PanelMessage
        title={text.crashTitle}
        body={text.newVersion}
        action={<Button onClick={() => location.reload()}>{text.reload}</Button>}
      />
    )
  }
  const again = () => {
    reset()
    void router.invalidate()
  }
  return (
    <PanelMessage
      title={offline ? text.unreachableTitle : text.crashTitle}
      body={offline ? errorText(error) : text.crash}
      action={<Button onClick={again}>{common.retry}</Button>}
    />
  )
}
