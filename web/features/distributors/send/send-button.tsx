// Opens the dialog that sends Fichas to distributors: from their list, or from one Ficha.

import { IconMailForward } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { mayUser, useUser } from '#web/api/session.ts'
import { Button } from '#web/ui/button.tsx'
import type { Fallen } from './fallen.ts'
import { text } from './text.ts'

// Loaded on first use.
const SendDialog = lazy(() => import('./send-dialog.tsx'))

interface SendButtonProps {
  /** Only this one. */
  readonly distId?: string
  /** Changes of their sales on screen. */
  readonly fallen?: readonly Fallen[] | undefined
  readonly onDone: (message: string) => void
}

export function SendButton({ distId, fallen = [], onDone }: SendButtonProps) {
  const user = useUser()
  const [isOpen, setOpen] = useState(false)
  if (!mayUser(user, 'export')) return null
  return (
    <>
      <Button frame="bordered" data-no-print onClick={() => setOpen(true)}>
        <IconMailForward size={15} aria-hidden />
        {distId === undefined ? text.button : text.one}
      </Button>
      <Suspense>
        {isOpen ? (
          <SendDialog
            {...{ distId, fallen }}
            onClose={() => setOpen(false)}
            onDone={(message) => {
              setOpen(false)
              onDone(message)
            }}
          />
        ) : null}
      </Suspense>
    </>
  )
}
