// The form that changes the user's own password, on the page of the first sign-in and on Mi cuenta.
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { newPasswordRule, signInRules } from './rules.ts'

export function useOwnPassword(onSaved: () => unknown) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { current: '', password: '' },
    validate: { current: signInRules.password, password: newPasswordRule },
  })
  const save = useMutation({
    mutationFn: (body: typeof form.values) => call('POST /api/account/password', { body }),
    onSuccess: () => {
      form.reset()
      onSaved()
    },
  })
  return { form, save, submit: form.onSubmit((values) => save.mutate(values)) }
}
