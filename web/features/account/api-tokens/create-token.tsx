// The form of a new access token, and the token itself, which is shown once.

import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { API_TOKEN_PERMISSIONS, type Permission, USUAL_VIEWS } from '#contract/permissions.ts'
import { call } from '#web/api/call.ts'
import { byStatus } from '#web/api/errors.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { DialogForm } from '#web/shared/dialogs/dialog.tsx'
import { ShownOnce } from '#web/shared/dialogs/shown-once.tsx'
import { DistributorPicker, ScopeChoice } from '#web/shared/distributors/distributor-picker.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { all, atMost, ListError, NameInput, PermissionChoices, required } from '#web/ui/forms/fields.tsx'
import shared from '#web/ui/shared.module.css'
import { tokenText } from './text.ts'

interface TokenValues {
  name: string
  permissions: Permission[]
  limited: boolean
  distIds: string[]
  days: string
}

const texts = tokenText.form

const failureText = byStatus({ 400: tokenText.exceeds }, tokenText.failed)

interface CreateTokenProps {
  onCreated: () => unknown
  onClose: () => void
}

export default function CreateToken({ onCreated, onClose }: CreateTokenProps) {
  const create = useMutation({
    mutationFn: ({ name, permissions, limited, distIds, days }: TokenValues) =>
      call('POST /api/tokens', {
        body: { name, permissions, dist_ids: limited ? distIds : null, days: Number(days) },
      }),
    onSuccess: onCreated,
  })
  if (create.data) return <ShownToken token={create.data.data.token} onClose={onClose} />
  return <TokenForm create={create} onClose={onClose} />
}

interface TokenFormProps {
  readonly create: {
    mutate: (values: TokenValues) => void
    isPending: boolean
    isError: boolean
    error: unknown
  }
  readonly onClose: () => void
}

function TokenForm({ create, onClose }: TokenFormProps) {
  const user = useUser()
  const mine = API_TOKEN_PERMISSIONS.filter((permission) => mayUser(user, permission))
  const views = mine.filter((permission) => permission.startsWith('view:'))
  const abilities = mine.filter((permission) => !permission.startsWith('view:'))
  const form = useForm<TokenValues>({
    initialValues: {
      name: '',
      permissions: views.filter((permission) => USUAL_VIEWS.includes(permission)),
      limited: false,
      distIds: [],
      days: '90',
    },
    validate: {
      name: all(required(texts.nameRequired), atMost(80, texts.nameLong)),
      permissions: (permissions) => (permissions.length === 0 ? texts.permissionRequired : null),
      distIds: (distIds, { limited }) => (limited && distIds.length === 0 ? texts.pickDistributor : null),
    },
  })
  const { permissions, limited, distIds } = form.values
  const setPermissions = (next: Permission[]) => form.setFieldValue('permissions', next)
  return (
    <DialogForm
      title={texts.title}
      submit={texts.submit}
      size="lg"
      mutation={create}
      failureText={failureText}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => create.mutate(values))}
    >
      <NameInput
        label={texts.name}
        description={texts.nameHint}
        maxLength={80}
        {...form.getInputProps('name')}
      />
      <PermissionChoices legend={texts.views} of={views} value={permissions} onChange={setPermissions} />
      {abilities.length > 0 ? (
        <PermissionChoices
          legend={texts.abilities}
          of={abilities}
          value={permissions}
          onChange={setPermissions}
        />
      ) : null}
      <ListError>{form.errors.permissions}</ListError>
      {mayUser(user, 'view:distributors') ? (
        <ScopeChoice limited={limited} onChange={(next) => form.setFieldValue('limited', next)} />
      ) : null}
      {limited ? (
        <DistributorPicker
          note={texts.scopeNote}
          chosen={distIds}
          onChange={(next) => form.setFieldValue('distIds', next)}
          error={form.errors.distIds}
        />
      ) : null}
      <SelectField
        style={{ maxWidth: 180 }}
        label={texts.days}
        data={tokenText.lifetimes}
        {...form.getInputProps('days')}
      />
    </DialogForm>
  )
}

function ShownToken({ token, onClose }: { token: string; onClose: () => void }) {
  const { use, docs, ...words } = tokenText.shown
  return (
    <ShownOnce {...words} secret={token} onClose={onClose}>
      <p className={shared.quiet}>
        {use}{' '}
        <a className={shared.textLink} href="/api/docs" target="_blank" rel="noreferrer">
          {docs}
        </a>
      </p>
    </ShownOnce>
  )
}
