import { Flex, Stack } from '@mantine/core'
import { useState } from 'react'
import { type Answer, call, refresh, useCall } from '#web/api/call.ts'
import { dateTime } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/message.tsx'
import { AsyncPanel } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import { signInFailure } from '../failure.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUp, type Started } from './set-up.tsx'
import { factorText } from './text.ts'
import { useRecent } from './use-recent.tsx'

const STATE = 'GET /api/account/second-factor'
type State = Answer<typeof STATE>['data']

export function SecondFactorPanel({ onDone }: { onDone: (message: string) => void }) {
  const state = useCall(STATE)
  return (
    <AsyncPanel
      title={factorText.title}
      subtitle={factorText.note}
      state={state}
      height={71}
      updatedAt={null}
      grows
    >
      {({ data }) => <SecondFactor state={data} onDone={onDone} />}
    </AsyncPanel>
  )
}

function SecondFactor({ state, onDone }: { state: State; onDone: (message: string) => void }) {
  const [started, setStarted] = useState<Started | null>(null)
  const [recovery, setRecovery] = useState<readonly string[]>([])
  const close = async (message: string) => {
    await refresh(STATE)
    setStarted(null)
    setRecovery([])
    onDone(message)
  }
  const start = useRecent(
    () => call('POST /api/account/second-factor/start'),
    ({ data }) => setStarted(data),
  )
  const renew = useRecent(
    () => call('POST /api/account/second-factor/recovery-codes'),
    ({ data }) => setRecovery(data.recovery_codes),
  )
  const remove = useRecent(
    () => call('DELETE /api/account/second-factor'),
    () => close(factorText.removed),
  )
  if (recovery.length > 0)
    return <RecoveryCodes codes={recovery} onKept={() => void close(factorText.codesRenewed)} />
  if (started)
    return (
      <SetUp started={started} onDone={() => void close(factorText.done)} onCancel={() => setStarted(null)} />
    )
  const actions = [start, renew, remove]
  const question = actions.find((action) => action.question)?.question
  const failed = actions.find((action) => action.error)
  const press = (action: { send: { mutate: (values: undefined) => void; reset: () => void } }) => {
    for (const other of actions) other.send.reset()
    action.send.mutate(undefined)
  }
  return (
    <Stack gap={14} maw={460}>
      <Summary state={state} />
      {failed ? <Failure>{signInFailure(failed.error)}</Failure> : null}
      {question ?? (
        <Flex wrap="wrap" gap={8}>
          <Button
            frame={state.enabled ? 'bordered' : 'filled'}
            tall
            working={start.send.isPending}
            onClick={() => press(start)}
          >
            {state.enabled ? factorText.replace : factorText.setUp}
          </Button>
          {state.enabled || state.recovery_codes > 0 ? (
            <Button frame="bordered" tall working={renew.send.isPending} onClick={() => press(renew)}>
              {factorText.newCodes}
            </Button>
          ) : null}
          {state.enabled && !state.required ? (
            <Button frame="bordered" tall working={remove.send.isPending} onClick={() => press(remove)}>
              {factorText.remove}
            </Button>
          ) : null}
        </Flex>
      )}
    </Stack>
  )
}

function summaryOf({ since, recovery_codes }: State): string {
  if (since) return factorText.on(dateTime(since))
  return recovery_codes > 0 ? factorText.byPasskey : factorText.off
}

const Summary = ({ state }: { state: State }) => (
  <p>
    {summaryOf(state)} {state.required ? factorText.required : null}
    {state.enabled || state.recovery_codes > 0 ? (
      <span className={state.recovery_codes === 0 ? (shared.caution ?? '') : (shared.quiet ?? '')}>
        {' '}
        {factorText.codesLeft(state.recovery_codes)}
      </span>
    ) : null}
  </p>
)
