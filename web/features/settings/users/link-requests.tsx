// People whom the identity provider signed in and whom a superAdmin may link to an account, above the list of users.
import { Button, Flex } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, call, refresh, useCall } from '#web/api/call.ts'
import { RowButton } from '#web/lists/row-button.tsx'
import { ago } from '#web/text/format.ts'
import shared from '#web/ui/shared.module.css'
import { DialogForm } from '../dialog.tsx'
import { userText } from './text.ts'
import css from './users.module.css'

const REQUESTS = 'GET /api/config/provider/requests'
type LinkRequest = Answer<typeof REQUESTS>['data'][number]
const { links: words } = userText

export function LinkRequests({ onDone }: { onDone: (message: string) => void }) {
  const { data } = useCall(REQUESTS)
  const [open, setOpen] = useState<{ request: LinkRequest; accept: boolean } | null>(null)
  const requests = data?.data ?? []
  if (requests.length === 0) return null
  return (
    <section className={`${shared.card} ${css.waiting}`} aria-label={words.title}>
      <header className={css.head}>
        <IconLink size={20} aria-hidden />
        <div>
          <h2 className={shared.heading}>{words.title}</h2>
          <p className={shared.quiet}>{words.note}</p>
        </div>
      </header>
      <ul>
        {requests.map((request) => (
          <li key={request.id} className={css.row}>
            <span className={css.person}>
              <strong>{request.name || words.unnamed}</strong>
              <span className={shared.quiet}>{words.asked(request.user_email, ago(request.asked_at))}</span>
            </span>
            <Flex component="span" flex="none" align="center" gap={6}>
              <Button
                size="xs"
                aria-label={words.linkTo(request.user_email)}
                onClick={() => setOpen({ request, accept: true })}
              >
                {words.link}
              </Button>
              <RowButton
                aria-label={words.dropOf(request.user_email)}
                onClick={() => setOpen({ request, accept: false })}
              >
                {words.drop}
              </RowButton>
            </Flex>
          </li>
        ))}
      </ul>
      {open ? <Decision {...open} onClose={() => setOpen(null)} onDone={onDone} /> : null}
    </section>
  )
}

interface DecisionProps {
  request: LinkRequest
  accept: boolean
  onClose: () => void
  onDone: (message: string) => void
}

function Decision({ request, accept, onClose, onDone }: DecisionProps) {
  const { title, question, consequence, submit, done } = accept ? words.accepting : words.dropping
  const decide = useMutation({
    mutationFn: () =>
      call('POST /api/config/provider/requests/{id}', { params: { id: request.id }, body: { accept } }),
    onSuccess: async () => {
      await refresh(REQUESTS, 'GET /api/users', 'GET /api/config/audit')
      onDone(done)
      onClose()
    },
  })
  return (
    <DialogForm
      title={title}
      submit={submit}
      mutation={decide}
      onClose={onClose}
      onSubmit={() => decide.mutate()}
    >
      <p className={shared.message}>{question(request.name || words.unnamed, request.user_email)}</p>
      <p className={shared.quiet}>{consequence}</p>
    </DialogForm>
  )
}
