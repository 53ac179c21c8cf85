// Dialog that links a person of the identity provider to an account, or drops the request.
import { useMutation } from '@tanstack/react-query'
import { call, refresh } from '#web/api/call.ts'
import shared from '#web/ui/shared.module.css'
import { DialogForm } from '../dialog.tsx'
import { LINK_REQUESTS, type LinkRequest } from '../queries.ts'
import { userText } from './text.ts'

const { links: words } = userText

interface DecisionProps {
  request: LinkRequest
  accept: boolean
  onClose: () => void
  onDone: (message: string) => void
}

export default function LinkDecision({ request, accept, onClose, onDone }: DecisionProps) {
  const { title, question, consequence, submit, done } = accept ? words.accepting : words.dropping
  const decide = useMutation({
    mutationFn: () =>
      call('POST /api/config/provider/requests/{id}', { params: { id: request.id }, body: { accept } }),
    onSuccess: async () => {
      await refresh(LINK_REQUESTS, 'GET /api/users', 'GET /api/config/audit')
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
