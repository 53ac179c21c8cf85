// Address and keys: tried in plain words, kept, forgotten. Touches api, ui, Mantine's forms and this feature.
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ShopConnection } from '#contract/shop.ts'
import { fetchQuery, queryClient } from '#web/api/ask.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { leadToFirstMistake } from '#web/ui/forms/first-mistake.ts'
import { Checks } from './checks.tsx'
import { ConnectionField } from './connection-field.tsx'
import { failureText } from './failure.ts'
import { Caution, Failure } from './notice.tsx'
import { connectionRules } from './rules.ts'
import css from './shop.module.css'
import { text } from './text.ts'

interface ConnectionFormProps {
  connection: ShopConnection
  onDone: (notice: string | null) => void
}

/** Everything that may stand differently after another store is connected, or none. */
const show = (answer: { success: true; data: ShopConnection }) => {
  queryClient.setQueryData(fetchQuery('GET /api/config/store').queryKey, answer)
  return queryClient.invalidateQueries({ queryKey: ['GET /api/config/crones/list'] })
}

export function ConnectionForm({ connection, onDone }: ConnectionFormProps) {
  const { connected, source, url, key_end, secret_end } = connection
  const fixed = source === 'environment'
  const [leaving, setLeaving] = useState(false)
  const form = useForm({
    initialValues: { url: url ?? '', key: '', secret: '' },
    validate: connectionRules(connection),
  })
  // What was not typed is the kept one.
  const given = ({ url: address, key, secret }: typeof form.values) => ({
    url: address.trim(),
    ...(key.trim() && { key: key.trim() }),
    ...(secret.trim() && { secret: secret.trim() }),
  })
  const test = useMutation({
    mutationFn: (values: typeof form.values) => call('POST /api/config/store/test', { body: given(values) }),
  })
  const save = useMutation({
    mutationFn: (values: typeof form.values) => call('POST /api/config/store', { body: given(values) }),
    onSuccess: async (answer) => {
      await show(answer)
      form.setValues({ url: answer.data.url ?? '', key: '', secret: '' })
      onDone(text.saved)
    },
  })
  const remove = useMutation({
    mutationFn: () => call('DELETE /api/config/store'),
    onSuccess: async (answer) => {
      await show(answer)
      onDone(text.removed)
    },
  })
  const submit = form.onSubmit((values) => {
    onDone(null)
    save.mutate(values)
  })
  const tryOut = () => {
    onDone(null)
    if (!form.validate().hasErrors) test.mutate(form.values)
  }
  const failed = save.error ?? test.error ?? remove.error
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => leadToFirstMistake(event.currentTarget, () => submit(event))}
    >
      {fixed ? <Caution>{text.environment}</Caution> : null}
      {connection.readable ? null : <Caution>{text.unreadable}</Caution>}
      {connected ? null : (
        <p className={css.quiet}>
          {text.notConnected} {text.howTo} {text.howToRead}
        </p>
      )}
      <div className={css.fields}>
        <ConnectionField
          className={css.wide}
          type="url"
          label={text.url}
          description={text.urlHint}
          placeholder="https://tienda.ejemplo.com.ar"
          disabled={fixed}
          {...form.getInputProps('url')}
        />
        <ConnectionField
          secret
          label={text.key}
          description={text.keep(key_end)}
          placeholder="ck_…"
          disabled={fixed}
          {...form.getInputProps('key')}
        />
        <ConnectionField
          secret
          label={text.secret}
          description={text.keep(secret_end)}
          placeholder="cs_…"
          disabled={fixed}
          {...form.getInputProps('secret')}
        />
      </div>
      {connection.engine === 'postgres' && connection.kept_by === 'file' && !fixed ? (
        <p className={css.quiet}>{text.severalServers}</p>
      ) : null}
      {test.isPending ? (
        <p className={css.quiet} role="status">
          {text.testing}
        </p>
      ) : null}
      {test.data && !test.isPending ? <Checks result={test.data.data} /> : null}
      {failed ? <Failure>{failureText(failed)}</Failure> : null}
      {leaving ? (
        <div className={css.sure}>
          <p>{text.removeSure}</p>
          <div className={css.line}>
            <Button frame="bordered" onClick={() => setLeaving(false)}>
              {text.cancel}
            </Button>
            <Button frame="filled" data-danger working={remove.isPending} onClick={() => remove.mutate()}>
              {text.remove}
            </Button>
          </div>
        </div>
      ) : (
        <div className={css.line}>
          {fixed ? null : (
            <Button type="submit" frame="filled" tall working={save.isPending}>
              {text.save}
            </Button>
          )}
          <Button
            frame="bordered"
            tall
            working={test.isPending}
            onClick={(event) => leadToFirstMistake(event.currentTarget.form, tryOut)}
          >
            {text.test}
          </Button>
          {connected && !fixed ? (
            <Button tall onClick={() => setLeaving(true)}>
              {text.remove}
            </Button>
          ) : null}
        </div>
      )}
    </form>
  )
}
