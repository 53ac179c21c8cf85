// Ingreso: the OpenID Connect provider, who may sign in there, and a test of it.

import { Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, call, refresh, useCall } from '#web/api/call.ts'
import { useConfirmation } from '#web/shared/dialogs/dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Failure, Message, Notice } from '#web/ui/message.tsx'
import { AsyncPanel, Page } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import { SettingsFailure } from '../failure.tsx'
import { ProviderForm } from './provider-form.tsx'
import { PROBLEMS, signInText } from './text.ts'

export default function SignInScreen() {
  const state = useCall('GET /api/config/provider')
  const [notice, setNotice] = useState<string | null>(null)
  return (
    <Page>
      <Notice onClose={() => setNotice(null)}>{notice}</Notice>
      <AsyncPanel
        title={signInText.title}
        subtitle={signInText.note}
        state={state}
        height={480}
        updatedAt={null}
      >
        {({ data }) => (
          <>
            <ProviderForm
              stored={data}
              onSaved={async () => {
                await refresh('GET /api/config/provider', 'GET /api/config/audit')
                setNotice(signInText.saved)
              }}
            />
            {data.settings ? <ConnectionTest /> : null}
          </>
        )}
      </AsyncPanel>
    </Page>
  )
}

function ConnectionTest() {
  const test = useMutation({ mutationFn: () => call('POST /api/config/provider/test') })
  const trial = useMutation({
    mutationFn: () => call('POST /api/config/provider/trial'),
    onSuccess: ({ data }) => location.assign(data.url),
  })
  const { confirmation, confirmed, isConfirming, failure } = useConfirmation(trial.error)
  const result = test.data?.data
  return (
    <form className={shared.form} style={{ maxWidth: 560 }} onSubmit={confirmed(() => trial.mutate())}>
      <Group gap={8}>
        <Button frame="bordered" tall working={test.isPending} onClick={() => test.mutate()}>
          {signInText.test}
        </Button>
        <Button
          frame="bordered"
          tall
          type="submit"
          working={trial.isPending || trial.isSuccess || isConfirming}
        >
          {signInText.trial}
        </Button>
      </Group>
      <p className={shared.quiet}>{signInText.trialNote}</p>
      {confirmation ?? (failure ? <SettingsFailure error={failure} /> : null)}
      <div role="status">
        {test.isError ? <SettingsFailure error={test.error} /> : null}
        {result ? <TestResult {...result} /> : null}
      </div>
    </form>
  )
}

const TestResult = ({ problem, knows_address }: Answer<'POST /api/config/provider/test'>['data']) =>
  problem ? (
    <Failure>{PROBLEMS[problem]}</Failure>
  ) : (
    <Message tone={knows_address ? 'done' : 'warning'}>
      {knows_address ? signInText.right : signInText.uncertain}
    </Message>
  )
