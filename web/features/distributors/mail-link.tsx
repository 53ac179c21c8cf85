// Leads to the form of a delivery that holds the Ficha.
import { Button } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { PROFILE_PATH } from '#contract/address.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { text } from './profile-text.ts'

export function MailLink({ distId, name }: { distId: string; name: string }) {
  const user = useUser()
  if (!mayUser(user, 'export')) return null
  const address = PROFILE_PATH.replace('$dist_id', encodeURIComponent(distId))
  return (
    <Button
      variant="default"
      size="xs"
      data-no-print
      leftSection={<IconMailForward size={15} aria-hidden />}
      renderRoot={(props) => (
        <Link
          {...props}
          to="/analysis/deliveries"
          search={{ new: '1', name: text.mailName(name), address }}
          title={text.mail}
        />
      )}
    >
      {text.send}
    </Button>
  )
}
