// A screen that failed to show itself; the frame around it stays.
import { Button } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { NetworkError } from '#web/api/errors.ts'
import { common } from '#web/text/common.ts'
import { errorText } from '#web/text/errors.ts'
import { text } from '../text.ts'
import { PanelMessage } from './panel-message.tsx'

/** A chunk that is gone belongs to a version that was replaced on the server. */
const isOldVersion = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script/i.test(error.message)

export function CrashPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  useEffect(() => console.error(error), [error])
  const away = error instanceof NetworkError
  if (!away && isOldVersion(error)) {
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
      title={away ? text.unreachableTitle : text.crashTitle}
      body={away ? errorText(error) : text.crash}
      action={<Button onClick={again}>{common.retry}</Button>}
    />
  )
}
