// Passkeys on Mi cuenta: add, rename, remove.

import { Flex } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { type Answer, call, refresh, useCall } from '#web/api/call.ts'
import { RowButton } from '#web/shared/lists/row-button.tsx'
import { ago, dateTime } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Failure } from '#web/ui/message.tsx'
import { AsyncPanel } from '#web/ui/page.tsx'
import rows from '#web/ui/rows.module.css'
import shared from '#web/ui/shared.module.css'
import { moveFocusFromRow } from '#web/ui/states.tsx'
import { signInFailure } from '../failure.ts'
import { PanelForm } from '../panel-form.tsx'
import { passkeyLibrary } from '../passkey-library.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { factorText } from './text.ts'
import { useRecent } from './use-recent.tsx'

const LIST = 'GET /api/account/passkeys'
type Passkey = Answer<typeof LIST>['data']['passkeys'][number]

const browserKnowsPasskeys = typeof PublicKeyCredential === 'function'

interface Noticing {
  readonly onDone: (message: string) => void
}

export function PasskeysPanel({ onDone }: Noticing) {
  const state = useCall(LIST)
  const done = async (message: string) => {
    await refresh(LIST)
    await refresh('GET /api/account/second-factor')
    onDone(message)
  }
  return (
    <AsyncPanel
      title={factorText.passkeys}
      subtitle={factorText.passkeysNote}
      state={state}
      height={120}
      updatedAt={null}
      grows
    >
      {({ data }) => (
        <>
          {data.passkeys.length > 0 ? (
            <ul>
              {data.passkeys.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} onDone={(message) => void done(message)} />
              ))}
            </ul>
          ) : null}
          {data.available && browserKnowsPasskeys ? (
            <NewPasskey onDone={(message) => void done(message)} />
          ) : (
            <p className={shared.quiet}>
              {data.available ? factorText.noPasskeys : factorText.passkeysUnavailable}
            </p>
          )}
        </>
      )}
    </AsyncPanel>
  )
}

/** Names of the browser's errors for a cancelled question and for a device that has a passkey of the account. */
const REFUSED = ['NotAllowedError', 'AbortError', 'InvalidStateError']

function failureText(error: unknown): string {
  const refused = error instanceof Error && REFUSED.includes(error.name)
  return refused ? factorText.passkeyRefused : signInFailure(error)
}

function NewPasskey({ onDone }: Noticing) {
  const [name, setName] = useState('')
  const [missing, setMissing] = useState(false)
  const [recovery, setRecovery] = useState<readonly string[]>([])
  const { send, error, question } = useRecent(register, ({ data }) => {
    setName('')
    if (data.recovery_codes.length > 0) setRecovery(data.recovery_codes)
    else onDone(factorText.passkeyAdded)
  })
  if (recovery.length > 0)
    return (
      <RecoveryCodes
        codes={recovery}
        onKept={() => {
          setRecovery([])
          onDone(factorText.passkeyAdded)
        }}
      />
    )
  if (question) return question
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(name.trim() === '')
    if (name.trim() !== '') send.mutate(name)
  }
  return (
    <PanelForm submit={factorText.addPasskey} isPending={send.isPending} onSubmit={submit}>
      <TextField
        label={factorText.passkeyName}
        description={factorText.passkeyNameHint}
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={missing ? factorText.nameRequired : null}
      />
      {error ? <Failure>{failureText(error)}</Failure> : null}
    </PanelForm>
  )
}

async function register(name: string) {
  const { startRegistration } = await passkeyLibrary()
  const { data } = await call('POST /api/account/passkeys/start')
  // The server created the options with the same library.
  const optionsJSON = data.options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON']
  const response = { ...(await startRegistration({ optionsJSON })), clientExtensionResults: {} }
  return call('POST /api/account/passkeys', { body: { token: data.token, name, response } })
}

function PasskeyRow({ passkey, onDone }: { passkey: Passkey } & Noticing) {
  const { id, name } = passkey
  const [isRenaming, setRenaming] = useState(false)
  const row = useRef<HTMLLIElement>(null)
  const remove = useRecent(
    () => call('DELETE /api/account/passkeys/{id}', { params: { id } }),
    () => {
      moveFocusFromRow(row.current)
      onDone(factorText.passkeyRemoved)
    },
  )
  return (
    <li ref={row} className={rows.row}>
      {isRenaming ? (
        <Rename
          passkey={passkey}
          onDone={(message) => {
            setRenaming(false)
            onDone(message)
          }}
        />
      ) : (
        <>
          <span className={rows.what}>
            <strong>{name}</strong>
            <span className={shared.quiet}>
              {factorText.passkeyUsed(passkey.used_at && ago(passkey.used_at))} ·{' '}
              {factorText.passkeyCreated(dateTime(passkey.created_at))}
            </span>
          </span>
          <Flex component="span" wrap="wrap" gap={8}>
            <RowButton aria-label={factorText.renameLabel(name)} onClick={() => setRenaming(true)}>
              {factorText.rename}
            </RowButton>
            <RowButton
              aria-label={factorText.removeLabel(name)}
              loading={remove.send.isPending}
              onClick={() => remove.send.mutate(undefined)}
            >
              {factorText.removePasskey}
            </RowButton>
          </Flex>
        </>
      )}
      {remove.question}
      {remove.error ? <Failure>{failureText(remove.error)}</Failure> : null}
    </li>
  )
}

function Rename({ passkey: { id, name }, onDone }: { passkey: Passkey } & Noticing) {
  const [next, setNext] = useState(name)
  const save = useMutation({
    mutationFn: () => call('POST /api/account/passkeys/{id}', { params: { id }, body: { name: next } }),
    onSuccess: () => onDone(factorText.renamed),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (next.trim() !== '') save.mutate()
  }
  return (
    <Flex component="form" wrap="wrap" gap={8} noValidate onSubmit={submit}>
      <TextField
        aria-label={factorText.newName(name)}
        maxLength={60}
        autoFocus
        value={next}
        onChange={(event) => setNext(event.currentTarget.value)}
        error={next.trim() === '' ? factorText.nameRequired : save.isError ? factorText.failed : null}
      />
      <Button frame="filled" tall type="submit" working={save.isPending}>
        {factorText.save}
      </Button>
    </Flex>
  )
}
