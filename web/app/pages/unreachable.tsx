// Shown when there is a session but the server does not respond.

import { useState } from 'react'
import { common } from '#web/text/common.ts'
import { Button } from '#web/ui/button.tsx'
import { text } from '../text.ts'
import { MessagePage } from './message-page.tsx'

export function Unreachable({ body, onRetry }: { body: string; onRetry: () => Promise<void> }) {
  const [trying, setTrying] = useState(false)
  const again = async () => {
    setTrying(true)
    await onRetry()
    setTrying(false)
  }
  return (
    <MessagePage
      title={text.unreachableTitle}
      action={
        <Button frame="filled" tall working={trying} onClick={again}>
          {common.retry}
        </Button>
      }
    >
      <p>{body}</p>
    </MessagePage>
  )
}
