// First sign-in with a password that an administrator set: nothing else opens until it is changed.
import { useRouter } from '@tanstack/react-router'
import { retrySession, signOut } from '#web/api/session.ts'
import { formFailure } from './failure.ts'
import classes from './form-page.module.css'
import { FormPage, SecretField } from './form-page.tsx'
import { text } from './text.ts'
import { useOwnPassword } from './use-own-password.ts'

export default function OwnPasswordPage() {
  const router = useRouter()
  const { form, save, submit } = useOwnPassword(async () => {
    await retrySession()
    // The route redirects once the session no longer needs another password.
    await router.invalidate()
  })
  return (
    <FormPage
      title={text.ownPassword}
      hint={text.ownPasswordHint}
      failure={save.isError ? formFailure(save.error) : null}
      submit={text.savePassword}
      busy={save.isPending || save.isSuccess}
      onSubmit={submit}
      foot={
        <button type="button" className={classes.link} onClick={() => void signOut()}>
          {text.signOut}
        </button>
      }
    >
      <SecretField
        form={form}
        name="current"
        label={text.givenPassword}
        autoComplete="current-password"
        autoFocus
      />
      <SecretField form={form} name="password" label={text.newPassword} autoComplete="new-password" />
    </FormPage>
  )
}
