// The user form in its modes add and update. Touches api, Mantine and this feature.
import { NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { UserRow } from '#contract/administration.ts'
import { fetchQuery } from '#web/api/ask.ts'
import { call } from '#web/api/call.ts'
import { retrySession, useUser } from '#web/api/session.ts'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { DialogForm } from './dialog.tsx'
import { refresh } from './refresh.ts'
import { emailRule, nameRule, passwordRule } from './rules.ts'
import { failureText } from './said.ts'
import { userText } from './text.ts'

interface UserFormProps {
  /** The account to change; none: a new one. */
  user?: UserRow
  onClose: () => void
  onDone: (message: string) => void
}

export function UserForm({ user, onClose, onDone }: UserFormProps) {
  const mode = user ? 'update' : 'add'
  const me = useUser()
  const { data: roles } = useQuery(fetchQuery('GET /api/config/roles'))
  const form = useForm({
    initialValues: { name: user?.name ?? '', email: user?.email ?? '', role: user?.role ?? '', password: '' },
    validate: {
      name: nameRule,
      email: emailRule,
      password: (value) => passwordRule(value, mode === 'add'),
    },
  })
  const save = useMutation({
    mutationFn: ({ password, ...values }: typeof form.values) =>
      call('POST /api/users', {
        body: { ...values, ...(user && { id: user.id }), ...(password && { password }) },
      }),
    onSuccess: async () => {
      // Also whoever changes the own name is shown with it at once.
      await Promise.all([
        refresh('GET /api/users', 'GET /api/roles-permissions', 'GET /api/config/audit'),
        user?.id === me.id ? retrySession() : null,
      ])
      onDone(userText.saved[mode])
    },
    onError: (error) => {
      const line = failureText(error)
      if (error.message === 'The email exists.') form.setFieldError('email', line)
    },
  })
  // The role an account has is offered also before the list of roles is there.
  const names = new Set([...(user?.role ? [user.role] : []), ...(roles?.data.map(({ name }) => name) ?? [])])
  return (
    <DialogForm
      title={userText.title[mode]}
      submit={userText.submit[mode]}
      busy={save.isPending}
      failure={save.isError ? failureText(save.error) : null}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <TextInput
        label={userText.name}
        data-autofocus
        autoComplete="off"
        maxLength={255}
        {...form.getInputProps('name')}
      />
      <TextInput
        type="email"
        label={userText.email}
        autoComplete="off"
        maxLength={255}
        {...form.getInputProps('email')}
      />
      <NativeSelect
        label={userText.role}
        data={[
          { value: '', label: userText.noRole },
          ...[...names].map((name) => ({ value: name, label: name })),
        ]}
        {...form.getInputProps('role')}
      />
      <PasswordField
        label={mode === 'add' ? userText.password : userText.newPassword}
        description={mode === 'add' ? userText.passwordHint : userText.keepPassword}
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
    </DialogForm>
  )
}
