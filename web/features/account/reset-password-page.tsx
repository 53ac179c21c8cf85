// Password reset: asks for the mail, or, opened from the mail's link (?token=…), sets the new password.
import { useSearch } from '@tanstack/react-router'
import { AskReset } from './ask-reset.tsx'
import { ChoosePassword } from './choose-password.tsx'

function ResetPasswordPage() {
  const search: object = useSearch({ strict: false })
  const token: unknown = 'token' in search ? search.token : undefined
  return typeof token === 'string' && token ? <ChoosePassword token={token} /> : <AskReset />
}

export default ResetPasswordPage
