import { Checkbox, Group } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import type { NoticeChannels } from '#contract/notice-channels.ts'
import { call, refresh, useCall } from '#web/api/call.ts'
import { byStatus } from '#web/api/errors.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { DialogForm } from '#web/shared/dialogs/dialog.tsx'
import { ShownOnce } from '#web/shared/dialogs/shown-once.tsx'
import { RemovableList } from '#web/shared/lists/removable-list.tsx'
import { RowButton } from '#web/shared/lists/row-button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { NameInput, required } from '#web/ui/forms/fields.tsx'
import rows from '#web/ui/rows.module.css'
import shared from '#web/ui/shared.module.css'
import { CHANNELS } from './calls.ts'
import { text } from './text.ts'

const texts = text.hooks
type Webhook = NoticeChannels['webhooks'][number]
type Noticing = { readonly onDone: (message: string) => void }

export const WebhooksPanel = ({ onDone }: Noticing) => (
  <RemovableList
    texts={texts}
    failed={text.failed}
    state={useCall(CHANNELS)}
    height={80}
    itemsOf={({ data }) => data.webhooks}
    row={(webhook, onRemove) => <Row key={webhook.id} {...{ webhook, onRemove, onDone }} />}
    adding={(onClose) => <AddWebhook onClose={onClose} />}
    onRemove={async (id) => {
      await call('DELETE /api/notice-channels/webhooks/{id}', { params: { id } })
      await refresh(CHANNELS)
    }}
    onDone={onDone}
  />
)

function Row({ webhook, onDone, onRemove }: Noticing & { webhook: Webhook; onRemove: () => void }) {
  const { id, name, host, of_shop, made_by } = webhook
  const attempt = useMutation({
    mutationFn: () => call('POST /api/notice-channels/webhooks/{id}/try', { params: { id } }),
    onSuccess: () => {
      onDone(texts.tried(name))
      return refresh(CHANNELS)
    },
  })
  return (
    <li className={rows.row}>
      <span className={rows.what}>
        <span className={shared.line}>
          <strong>{name}</strong>
          {of_shop ? <span className={shared.pill}>{texts.ofShop}</span> : null}
        </span>
        <span className={shared.quiet}>{attempt.isError ? text.failed : texts.about(host, made_by)}</span>
      </span>
      <Group gap={8}>
        <RowButton
          aria-label={texts.tryLabel(name)}
          loading={attempt.isPending}
          onClick={() => attempt.mutate()}
        >
          {texts.try}
        </RowButton>
        <RowButton aria-label={texts.removeLabel(name)} onClick={onRemove}>
          {texts.remove}
        </RowButton>
      </Group>
    </li>
  )
}

const failureText = byStatus({ 400: texts.wrongUrl }, text.failed)

function AddWebhook({ onClose }: { onClose: () => void }) {
  const user = useUser()
  const mayChooseShop = mayUser(user, 'settings') && user.scope === null
  const form = useForm({
    initialValues: { name: '', url: '', of_shop: false },
    validate: { name: required(texts.nameRequired), url: required(texts.urlRequired) },
  })
  const create = useMutation({
    mutationFn: (body: { name: string; url: string; of_shop: boolean }) =>
      call('POST /api/notice-channels/webhooks', { body: { ...body, url: body.url.trim() } }),
    onSuccess: () => refresh(CHANNELS),
  })
  if (create.data)
    return (
      <ShownOnce
        title={texts.secretTitle}
        note={texts.secretNote}
        secret={create.data.data.secret}
        done={texts.done}
        onClose={onClose}
      />
    )
  return (
    <DialogForm
      title={texts.add}
      submit={texts.submit}
      mutation={create}
      failureText={failureText}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => create.mutate(values))}
    >
      <NameInput label={texts.name} maxLength={80} {...form.getInputProps('name')} />
      <TextField
        label={texts.url}
        description={texts.urlHint}
        autoComplete="off"
        maxLength={2000}
        {...form.getInputProps('url')}
      />
      {mayChooseShop ? (
        <Checkbox label={texts.forShop} {...form.getInputProps('of_shop', { type: 'checkbox' })} />
      ) : null}
    </DialogForm>
  )
}
