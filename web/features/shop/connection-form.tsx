// The shop's address and keys: test, save and disconnect.

import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { ShopConnection } from '#contract/shop.ts'
import { PageForm } from '#web/shared/dialogs/dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasswordField, TextArea, TextField } from '#web/ui/field.tsx'
import { focusFirstError } from '#web/ui/forms/focus-first-error.ts'
import shared from '#web/ui/shared.module.css'
import { ConnectionTest } from './connection-test.tsx'
import { ShopFailure } from './failure.tsx'
import { connectionRules } from './rules.ts'
import css from './shop.module.css'
import { text } from './text.ts'
import { useConnection } from './use-connection.ts'

interface ConnectionFormProps {
  connection: ShopConnection
  onDone: (notice: string | null) => void
}

export function ConnectionForm({ connection, onDone }: ConnectionFormProps) {
  const { connected, source, url } = connection
  const readOnly = source === 'environment'
  const [asksToRemove, setAsksToRemove] = useState(false)
  const form = useForm({
    initialValues: { url: url ?? '', key: '', secret: '', certificate: '' },
    validate: connectionRules(connection),
  })
  const { test, save, remove } = useConnection(onDone, (saved) =>
    form.setValues({ url: saved ?? '', key: '', secret: '', certificate: '' }),
  )
  const submit = form.onSubmit((values) => save.mutate(values))
  const field = (name: FieldName) => ({
    autoComplete: 'off',
    ...(name !== 'certificate' && { maxLength: 255 }),
    disabled: readOnly,
    ...form.getInputProps(name),
  })
  return (
    <PageForm saving={save} onSubmit={(event) => focusFirstError(event.currentTarget, () => submit(event))}>
      <Hints connection={connection} />
      <Fields connection={connection} field={field} />
      {connection.engine === 'postgres' && connection.kept_by === 'file' && !readOnly ? (
        <p className={shared.quiet}>{text.severalServers}</p>
      ) : null}
      <ConnectionTest pending={test.isPending} result={test.data?.data} />
      <ShopFailure error={save.error ?? test.error ?? remove.error} />
      {asksToRemove ? (
        <DisconnectQuestion
          busy={remove.isPending}
          onCancel={() => setAsksToRemove(false)}
          onConfirm={() => remove.mutate()}
        />
      ) : (
        <ConnectionActions
          readOnly={readOnly}
          connected={connected}
          saving={save.isPending}
          testing={test.isPending}
          onTest={() => form.validate().hasErrors || test.mutate(form.values)}
          onRemove={() => setAsksToRemove(true)}
        />
      )}
    </PageForm>
  )
}

const Hints = ({ connection: { source, readable, connected } }: { connection: ShopConnection }) => (
  <>
    {source === 'environment' ? <p className={shared.caution}>{text.environment}</p> : null}
    {readable ? null : <p className={shared.caution}>{text.unreadable}</p>}
    {connected ? null : (
      <p className={shared.quiet}>
        {text.notConnected} {text.howTo} {text.howToRead}
      </p>
    )}
  </>
)

type FieldName = 'url' | 'key' | 'secret' | 'certificate'

interface FieldsProps {
  connection: ShopConnection
  /** Props of the input of a form field. */
  field: (name: FieldName) => object
}

const Fields = ({ connection: { key_end, secret_end, certificate }, field }: FieldsProps) => (
  <div className={css.fields}>
    <TextField
      style={{ gridColumn: '1 / -1' }}
      type="url"
      label={text.url}
      description={text.urlHint}
      placeholder="https://tienda.ejemplo.com.ar"
      {...field('url')}
    />
    <PasswordField label={text.key} description={text.keep(key_end)} placeholder="ck_…" {...field('key')} />
    <PasswordField
      label={text.secret}
      description={text.keep(secret_end)}
      placeholder="cs_…"
      {...field('secret')}
    />
    <TextArea
      style={{ gridColumn: '1 / -1' }}
      label={text.certificate}
      description={certificate ? text.certificateKept : text.certificateHint}
      placeholder="-----BEGIN CERTIFICATE-----"
      rows={2}
      {...field('certificate')}
    />
  </div>
)

interface ConnectionActionsProps {
  readOnly: boolean
  connected: boolean
  saving: boolean
  testing: boolean
  onTest: () => void
  onRemove: () => void
}

const ConnectionActions = (props: ConnectionActionsProps) => (
  <div className={shared.line}>
    {props.readOnly ? null : (
      <Button type="submit" frame="filled" tall working={props.saving}>
        {text.save}
      </Button>
    )}
    <Button
      frame="bordered"
      tall
      working={props.testing}
      onClick={(event) => focusFirstError(event.currentTarget.form, props.onTest)}
    >
      {text.test}
    </Button>
    {props.connected && !props.readOnly ? (
      <Button tall onClick={props.onRemove}>
        {text.remove}
      </Button>
    ) : null}
  </div>
)

interface DisconnectQuestionProps {
  busy: boolean
  onCancel: () => void
  onConfirm: () => void
}

const DisconnectQuestion = ({ busy, onCancel, onConfirm }: DisconnectQuestionProps) => (
  <div className={css.question}>
    <p>{text.removeSure}</p>
    <div className={shared.line}>
      <Button frame="bordered" onClick={onCancel}>
        {text.cancel}
      </Button>
      <Button frame="filled" danger working={busy} onClick={onConfirm}>
        {text.remove}
      </Button>
    </div>
  </div>
)
