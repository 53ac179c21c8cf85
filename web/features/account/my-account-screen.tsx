// Mi cuenta: password, second factor, open sessions, API tokens and data links of the user's account.

import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import type { AccountSession } from '#contract/account.ts'
import { call, refresh, useCall } from '#web/api/call.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { RowButton } from '#web/shared/lists/row-button.tsx'
import { ago, dateTime } from '#web/text/format.ts'
import { focusFirstError } from '#web/ui/forms/focus-first-error.ts'
import { Failure, Notice } from '#web/ui/message.tsx'
import { AsyncPanel, Page, Panel } from '#web/ui/page.tsx'
import rows from '#web/ui/rows.module.css'
import shared from '#web/ui/shared.module.css'
import { moveFocusFromRow } from '#web/ui/states.tsx'
import { ApiTokens } from './api-tokens/panel.tsx'
import { formFailure } from './failure.ts'
import { SecretField } from './form-page.tsx'
import { myAccountText } from './my-account-text.ts'
import { PanelForm } from './panel-form.tsx'
import { ProviderPanel } from './provider-panel.tsx'
import { SecondFactorPanel } from './second-factor/panel.tsx'
import { PasskeysPanel } from './second-factor/passkeys-panel.tsx'
import { text } from './text.ts'
import { useOwnPassword } from './use-own-password.ts'

const DataLinks = lazy(() => import('./data-links/panel.tsx').then((code) => ({ default: code.DataLinks })))

const SESSIONS = 'GET /api/account/sessions'

const refreshSessions = () => refresh(SESSIONS)

interface Noticing {
  readonly onDone: (message: string) => void
}

export default function MyAccountScreen() {
  const user = useUser()
  const [notice, setNotice] = useState<string | null>(null)
  if (user.viewing) return <p className={shared.quiet}>{myAccountText.viewing}</p>
  return (
    <Page>
      <Notice onClose={() => setNotice(null)}>{notice}</Notice>
      <OwnPassword onDone={setNotice} />
      <SecondFactorPanel onDone={setNotice} />
      <PasskeysPanel onDone={setNotice} />
      <ProviderPanel />
      <Sessions onDone={setNotice} />
      <ApiTokens onDone={setNotice} />
      {mayUser(user, 'export') ? (
        <Suspense>
          <DataLinks onDone={setNotice} />
        </Suspense>
      ) : null}
    </Page>
  )
}

function OwnPassword({ onDone }: Noticing) {
  const { email } = useUser()
  const { form, save, submit } = useOwnPassword(() => {
    onDone(myAccountText.passwordSaved)
    void refreshSessions()
  })
  return (
    <Panel title={myAccountText.password} subtitle={myAccountText.passwordNote}>
      <PanelForm
        submit={myAccountText.save}
        isPending={save.isPending}
        onSubmit={(event) => focusFirstError(event.currentTarget, () => submit(event))}
      >
        {/* Tells password managers which account the new password belongs to. */}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <SecretField
          form={form}
          name="current"
          large={false}
          label={text.currentPassword}
          autoComplete="current-password"
        />
        <SecretField
          form={form}
          name="password"
          large={false}
          label={text.newPassword}
          description={myAccountText.passwordHint}
          autoComplete="new-password"
        />
        {save.isError ? <Failure>{formFailure(save.error)}</Failure> : null}
      </PanelForm>
    </Panel>
  )
}

function Sessions({ onDone }: Noticing) {
  const state = useCall(SESSIONS)
  const list = useRef<HTMLUListElement>(null)
  const done = async (message: string) => {
    moveFocusFromRow(list.current?.closest('section'))
    await refreshSessions()
    onDone(message)
  }
  const endOne = useMutation({
    mutationFn: (id: string) => call('DELETE /api/account/sessions/{id}', { params: { id } }),
    onSuccess: () => done(myAccountText.ended),
  })
  const endOthers = useMutation({
    mutationFn: () => call('DELETE /api/account/sessions'),
    onSuccess: ({ data }) => done(myAccountText.othersEnded(data.ended)),
  })
  const failed = endOne.isError || endOthers.isError
  return (
    <AsyncPanel
      title={myAccountText.sessions}
      subtitle={myAccountText.sessionsNote}
      state={state}
      height={160}
      updatedAt={null}
      grows
      actions={({ data }) =>
        data.length > 1 ? (
          <RowButton loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
            {myAccountText.endOthers}
          </RowButton>
        ) : null
      }
    >
      {({ data }) => (
        <>
          {failed ? <Failure>{myAccountText.notEnded}</Failure> : null}
          <ul ref={list}>
            {data.map((session) => (
              <Session
                key={session.id}
                session={session}
                ending={endOne.isPending && endOne.variables === session.id}
                onEnd={() => endOne.mutate(session.id)}
              />
            ))}
          </ul>
        </>
      )}
    </AsyncPanel>
  )
}

interface SessionProps {
  readonly session: AccountSession
  readonly ending: boolean
  readonly onEnd: () => void
}

function Session({ session, ending, onEnd }: SessionProps) {
  const name = session.client.replace(', ', ' en ') || myAccountText.unknown
  const used = ago(session.used_at)
  return (
    <li className={rows.row}>
      <span className={rows.what}>
        <span className={shared.line}>
          <strong>{name}</strong>
          {session.current ? <span className={shared.pill}>{myAccountText.current}</span> : null}
        </span>
        <span className={shared.quiet}>
          {myAccountText.network(session.network)} ·{' '}
          <span title={dateTime(session.used_at)}>{myAccountText.used(used)}</span> ·{' '}
          {myAccountText.opened(dateTime(session.created_at))}
        </span>
      </span>
      {session.current ? null : (
        <RowButton aria-label={myAccountText.endLabel(name, used)} loading={ending} onClick={onEnd}>
          {myAccountText.end}
        </RowButton>
      )}
    </li>
  )
}
