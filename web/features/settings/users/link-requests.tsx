// People whom the identity provider signed in and whom a superAdmin may link to an account, above the list of users.
import { Flex } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useCall } from '#web/api/call.ts'
import { RowButton } from '#web/shared/lists/row-button.tsx'
import { ago } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Awaited } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import { LINK_REQUESTS, type LinkRequest } from '../queries.ts'
import { userText } from './text.ts'
import css from './users.module.css'

const { links: words } = userText

// Loaded on first use.
const LinkDecision = lazy(() => import('./link-decision.tsx'))

export function LinkRequests({ onDone }: { onDone: (message: string) => void }) {
  const { data, isPending } = useCall(LINK_REQUESTS)
  const [open, setOpen] = useState<{ request: LinkRequest; accept: boolean } | null>(null)
  if (isPending) return <Awaited />
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
                frame="filled"
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
      <Suspense>
        {open ? <LinkDecision {...open} onClose={() => setOpen(null)} onDone={onDone} /> : null}
      </Suspense>
    </section>
  )
}
