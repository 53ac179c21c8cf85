// Ingreso: the OpenID Connect provider, who may sign in there, and a test of it.
import { Alert, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call, refresh, useCall } from '#web/api/call.ts'
import { AsyncPanel, Notice, Page } from '#web/ui/page.tsx'
import { Failure } from '../dialog.tsx'
import { ProviderForm } from './provider-form.tsx'
import { PROBLEMS, signInText } from './text.ts'

export default function SignInScreen() {
  const state = useCall('GET /api/config/provider')
  const [notice, setNotice] = useState<string | null>(null)
  return (
    <Page>
      <Notice onClose={() => setNotice(null)}>{notice}</Notice>
      <AsyncPanel title={signInText.title} subtitle={signInText.note} state={state} height={480}>
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
  const problem = test.data?.data.problem
  return (
    <div role="status">
      <Button mt="md" variant="default" loading={test.isPending} onClick={() => test.mutate()}>
        {signInText.test}
      </Button>
      {test.isError ? <Failure error={test.error} /> : null}
      {test.data ? (
        <Alert mt="md" color={problem ? 'red' : 'teal'}>
          {problem ? PROBLEMS[problem] : signInText.right}
        </Alert>
      ) : null}
    </div>
  )
}
