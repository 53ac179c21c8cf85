// Dialogs that add, change and delete an account, and that reset its second factor.

import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import type { UserRow } from '#contract/administration.ts'
import { type Answer, call, refresh, useCall } from '#web/api/call.ts'
import { optionOf, useConfig } from '#web/api/config.ts'
import { ApiError, hasCode } from '#web/api/errors.ts'
import { retrySession, useUser } from '#web/api/session.ts'
import { AsyncDialog } from '#web/shared/dialogs/dialog.tsx'
import type { EditorDialogProps } from '#web/shared/dialogs/dialog-state.ts'
import { type Fields, useRevision } from '#web/shared/dialogs/use-revision.tsx'
import { PasswordField, SelectField, TextField } from '#web/ui/field.tsx'
import { NameInput } from '#web/ui/forms/fields.tsx'
import { ConfirmDialog, DialogForm } from '../dialog.tsx'
import { failureText } from '../failure.tsx'
import { emailRule, nameRule, passwordRule } from '../rules.ts'
import { userText } from './text.ts'

interface UserValues {
  name: string
  email: string
  role: string
  password: string
}

const valuesOf = (user?: UserRow): UserValues => ({
  name: user?.name ?? '',
  email: user?.email ?? '',
  role: user?.role ?? '',
  password: '',
})

const FIELDS: Fields<UserValues> = {
  name: { label: userText.name },
  email: { label: userText.email },
  role: { label: userText.role, words: (role) => role || userText.withoutRole },
}

const userNow = async (id: number | undefined) => {
  const { data } = await call('GET /api/users', { query: { per_page: 10_000 } })
  return data.find((user) => user.id === id)
}

const refreshUsers = () => refresh('GET /api/users', 'GET /api/roles-permissions', 'GET /api/config/audit')

interface UserFormProps extends EditorDialogProps {
  user?: UserRow
  /** Of a new account, at first. */
  role?: string
}

/** Without `user`, a new account. */
export function UserForm({ user, role = '', onClose, onDone }: UserFormProps) {
  const mode = user ? 'update' : 'add'
  const sendsMail = optionOf(useConfig(), 'mail') === 'true'
  /** Without mail, nobody can prove that the e-mail of a registered account is theirs. */
  const isUnproven = (role: string) => user?.confirmed === false && !sendsMail && role !== ''
  const form = useForm<UserValues>({
    initialValues: user ? valuesOf(user) : { ...valuesOf(), role },
    validate: {
      name: nameRule,
      email: emailRule,
      password: (value, { role }) => passwordRule(value, (mode === 'add' && !sendsMail) || isUnproven(role)),
    },
  })
  const revised = useRevision(user, { form, valuesOf, fields: FIELDS, read: () => userNow(user?.id) })
  const save = useSaveUser(
    user,
    revised.save,
    (invited) => onDone(invited ? userText.saved.invited : userText.saved[mode]),
    (field, error) => form.setFieldError(field, error),
  )
  return (
    <DialogForm
      title={userText.title[mode]}
      submit={userText.submit[mode]}
      mutation={save}
      meanwhile={revised.meanwhile}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <NameInput label={userText.name} maxLength={255} {...form.getInputProps('name')} />
      <TextField
        type="email"
        label={userText.email}
        autoComplete="off"
        maxLength={255}
        {...form.getInputProps('email')}
      />
      <SelectField
        label={userText.role}
        data={useRoleOptions(user?.role ?? role)}
        {...form.getInputProps('role')}
      />
      <PasswordField
        label={mode === 'add' ? userText.password : userText.newPassword}
        description={
          isUnproven(form.values.role)
            ? userText.unconfirmedHint
            : mode === 'add'
              ? sendsMail
                ? userText.invitationHint
                : userText.passwordHint
              : userText.keepPassword
        }
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
    </DialogForm>
  )
}

function useSaveUser(
  user: UserRow | undefined,
  saveWith: ReturnType<typeof useRevision<UserRow, UserValues>>['save'],
  onSaved: (isInvited: boolean) => void,
  onWrongField: (field: 'email' | 'password', error: string) => void,
) {
  const me = useUser()
  return useMutation({
    mutationFn: ({ password, ...values }: UserValues) =>
      saveWith((seen) =>
        call('POST /api/users', {
          body: { ...values, ...(user && { id: user.id, ...seen }), ...(password && { password }) },
        }),
      ),
    onSuccess: async (_, { password }) => {
      // Reload the session after changing one's own account, so that the new name shows at once.
      await Promise.all([refreshUsers(), user?.id === me.id ? retrySession() : null])
      onSaved(!user && password === '')
    },
    onError: (error) => {
      if (hasCode(error, 'email-exists')) onWrongField('email', failureText(error))
      if (error instanceof ApiError && error.fields[0]?.path === 'password')
        onWrongField('password', failureText(error))
    },
  })
}

/** The account's own role is offered before the list of roles has loaded. */
function useRoleOptions(role: string | null | undefined) {
  const { data: roles } = useCall('GET /api/config/roles')
  const names = new Set([...(role ? [role] : []), ...(roles?.data.map(({ name }) => name) ?? [])])
  return [{ value: '', label: userText.noRole }, ...[...names].map((name) => ({ value: name, label: name }))]
}

export function DeleteUser({ user, onClose, onDone }: EditorDialogProps & { user: UserRow }) {
  const state = useCall('GET /api/users/{id}/belongings', { params: { id: user.id } })
  return (
    <AsyncDialog title={userText.title.delete} onClose={onClose} state={state}>
      {({ data }) => <SureToDelete user={user} left={data} onClose={onClose} onDone={onDone} />}
    </AsyncDialog>
  )
}

type Left = Answer<'GET /api/users/{id}/belongings'>['data']

interface SureProps extends EditorDialogProps {
  user: UserRow
  left: Left
}

const LEFT = ['stays', 'handed_over', 'ends'] as const

const SureToDelete = ({ user, left, onClose, onDone }: SureProps) => (
  <ConfirmDialog
    title={userText.title.delete}
    question={userText.sure(user.name || user.email)}
    consequence={userText.consequence}
    details={LEFT.filter((fate) => left[fate].length > 0).map((fate) => ({
      title: userText.left[fate],
      items: left[fate].map(({ kind, name }) => `${userText.kinds[kind]} «${name}»`),
    }))}
    submit={userText.submit.delete}
    onClose={onClose}
    onConfirm={async () => {
      await call('DELETE /api/users/{id}', { params: { id: user.id } })
      await refreshUsers()
      onDone(userText.deleted)
    }}
  />
)

export function ResetSecondFactor({ user, onClose, onDone }: EditorDialogProps & { user: UserRow }) {
  const { title, submit, sure, consequence, done } = userText.reset
  return (
    <ConfirmDialog
      title={title}
      question={sure(user.name || user.email)}
      consequence={consequence}
      submit={submit}
      onClose={onClose}
      onConfirm={async () => {
        await call('DELETE /api/users/{id}/second-factor', { params: { id: user.id } })
        await refresh('GET /api/users', 'GET /api/config/audit')
        onDone(done)
      }}
    />
  )
}
