// Calls of the account forms that end on the sign-in page with a message.
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Notice } from './text.ts'

let pending: Notice | null = null

/** Returns the message once; it survives navigation but not a reload. */
export function takeNotice(): Notice | null {
  const notice = pending
  pending = null
  return notice
}

export function useAccountCall<Values>(send: (values: Values) => Promise<unknown>, notice: Notice) {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: send,
    onSuccess: () => {
      pending = notice
      return navigate({ to: '/auth/sign-in' })
    },
  })
}
