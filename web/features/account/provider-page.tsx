// The page that the identity provider redirects to after a sign-in or a sign-out.

import { Box } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { call } from '#web/api/call.ts'
import { enterSession } from '#web/api/session.ts'
import { common } from '#web/text/common.ts'
import { Failure } from '#web/ui/message.tsx'
import { signInFailure } from './failure.ts'
import classes from './form-page.module.css'
import { AccountLink } from './form-page.tsx'
import { isOwnSignIn } from './own-sign-in.ts'
import { text } from './text.ts'
import { TrialResult } from './trial-result.tsx'

export default function ProviderPage() {
  const navigate = useNavigate()
  const search: object = useSearch({ strict: false })
  const begun = useRef(false)
  const finish = useMutation({
    mutationFn: async (params: string) => {
      const isOwn = isOwnSignIn(Object.fromEntries(new URLSearchParams(params)))
      // Removes the code from the address and the history at once.
      await navigate({ to: '/auth/provider', search: isOwn ? { own: 1 } : {}, replace: true })
      const { data } = await call('POST /api/login/provider/callback', { body: { params } })
      if ('trial' in data) return data.trial
      if (isOwn) {
        // The session of before has ended.
        await enterSession(data.access_token, false)
        await navigate({ href: data.redirect, replace: true })
        return null
      }
      // The route redirects to `redirect` as soon as there is a session.
      await navigate({ to: '/auth/provider', search: { redirect: data.redirect }, replace: true })
      await enterSession(data.access_token, false)
      return null
    },
  })
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    const params = new URLSearchParams(location.search)
    if (params.has('code') || params.has('error')) finish.mutate(location.search)
    else void navigate({ to: '/auth/sign-in', replace: true })
  })
  if (finish.data) return <TrialResult trial={finish.data} />
  if (!finish.isError)
    return (
      <Box component="p" my="1em" role="status">
        {text.entering}
      </Box>
    )
  return (
    <>
      <h1 className={classes.title}>{text.providerFailed}</h1>
      <Failure>{signInFailure(finish.error)}</Failure>
      <p className={classes.foot}>
        {isOwnSignIn(search) ? (
          <AccountLink to="/">{common.backHome}</AccountLink>
        ) : (
          <AccountLink to="/auth/sign-in">{text.backToSignIn}</AccountLink>
        )}
      </p>
    </>
  )
}
