// Datos personales: what is stored about a person, to be exported as a file or deleted.

import { Box, Group } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { PersonData } from '#contract/people.ts'
import { call, refresh } from '#web/api/call.ts'
import { request } from '#web/api/transport.ts'
import { useConfirmation } from '#web/shared/dialogs/dialog.tsx'
import type { EditorDialogProps } from '#web/shared/dialogs/dialog-state.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/message.tsx'
import { Page, Panel } from '#web/ui/page.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import shared from '#web/ui/shared.module.css'
import { ConfirmDialog } from '../dialog.tsx'
import { SettingsFailure } from '../failure.tsx'
import { emailRule } from '../rules.ts'
import css from './people.module.css'
import { peopleText } from './text.ts'

interface Found {
  readonly email: string
  readonly data: PersonData
}

export default function PeopleScreen() {
  const [found, setFound] = useState<Found | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  return (
    <Page>
      <Notice onClose={() => setNotice(null)}>{notice}</Notice>
      <Search onFound={setFound} />
      {found ? (
        <Stored
          found={found}
          onForgotten={(message) => {
            setFound(null)
            setNotice(message)
          }}
        />
      ) : null}
    </Page>
  )
}

function Search({ onFound }: { onFound: (found: Found) => void }) {
  const form = useForm({ initialValues: { email: '' }, validate: { email: emailRule } })
  const search = useMutation({
    mutationFn: (email: string) => call('POST /api/people/data', { body: { email } }),
    onSuccess: ({ data }, email) => {
      void refresh('GET /api/config/audit')
      onFound({ email, data })
    },
  })
  const { confirmation, confirmed, isConfirming, failure } = useConfirmation(search.error)
  const submit = form.onSubmit(({ email }) => search.mutate(email.trim()))
  return (
    <Panel title={peopleText.title} subtitle={peopleText.note}>
      <Box component="form" className={shared.form} maw={420} noValidate onSubmit={confirmed(submit)}>
        <TextField
          type="email"
          label={peopleText.email}
          autoComplete="off"
          maxLength={255}
          {...form.getInputProps('email')}
        />
        {confirmation ?? (failure ? <SettingsFailure error={failure} /> : null)}
        <Button frame="filled" tall type="submit" working={search.isPending || isConfirming}>
          {peopleText.search}
        </Button>
      </Box>
    </Panel>
  )
}

interface StoredProps {
  readonly found: Found
  readonly onForgotten: (message: string) => void
}

function Stored({ found: { email, data }, onForgotten }: StoredProps) {
  const [isForgetting, setForgetting] = useState(false)
  const xlsx = useMutation({
    mutationFn: async () => {
      const body = { email, format: 'xlsx' }
      const response = await request({ method: 'POST', path: '/api/people/data', body })
      saveFile(await response.blob(), `${peopleText.file}.xlsx`)
    },
  })
  const json = () => saveFile(new Blob([JSON.stringify(data, null, 2)]), `${peopleText.file}.json`)
  return (
    <Panel title={peopleText.found(email)} subtitle={peopleText.foundNote}>
      {data.sections.length === 0 ? (
        <p className={shared.quiet}>{peopleText.none}</p>
      ) : (
        <>
          <table className={css.stored}>
            <thead>
              <tr>
                <th scope="col">{peopleText.what}</th>
                <th scope="col">{peopleText.rows}</th>
              </tr>
            </thead>
            <tbody>
              {data.sections.map(({ key, title, rows }) => (
                <tr key={key}>
                  <th scope="row">{title}</th>
                  <td>{rows.length}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <Group gap={8} mt="md">
            <Button frame="bordered" tall onClick={json}>
              {peopleText.json}
            </Button>
            <Button frame="bordered" tall working={xlsx.isPending} onClick={() => xlsx.mutate()}>
              {peopleText.xlsx}
            </Button>
            <Button frame="bordered" tall danger onClick={() => setForgetting(true)}>
              {peopleText.forget}
            </Button>
          </Group>
          {xlsx.isError ? <SettingsFailure error={xlsx.error} /> : null}
        </>
      )}
      <Box component="p" className={shared.quiet} m="20px 0 4px">
        {peopleText.elsewhere}
      </Box>
      <Box className={shared.quiet} component="ul" pl={18} style={{ listStyle: 'disc' }}>
        {data.elsewhere.map((place) => (
          <li key={place}>{place}</li>
        ))}
      </Box>
      {isForgetting ? (
        <Forget email={email} onClose={() => setForgetting(false)} onDone={onForgotten} />
      ) : null}
    </Panel>
  )
}

const Forget = ({ email, onClose, onDone }: EditorDialogProps & { email: string }) => (
  <ConfirmDialog
    title={peopleText.forgetTitle}
    question={peopleText.forgetSure(email)}
    consequence={peopleText.forgetConsequence}
    submit={peopleText.forget}
    onClose={onClose}
    onConfirm={async () => {
      const { data } = await call('POST /api/people/forget', { body: { email } })
      await refresh('GET /api/config/audit', 'GET /api/users')
      onDone(data.account_in_use ? peopleText.inUse : peopleText.forgotten)
    }}
  />
)
