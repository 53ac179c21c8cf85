// Who is signed in; its only item ends the session.
import { Avatar, Menu, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { signOut, useUser } from '#web/api/session.ts'
import { text } from '../text.ts'
import classes from './user-menu.module.css'

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')

export function UserMenu() {
  const user = useUser()
  const name = user.name || user.email
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton className={classes.button}>
          <Avatar src={user.avatar || null} size={30} radius="xl" color="cobalt" alt="">
            {initials(name)}
          </Avatar>
          <VisuallyHidden>
            {text.userMenu}: {name}
          </VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <span className={classes.name}>{name}</span>
          <span className={classes.mail}>{user.email}</span>
          {user.role[0] ? <span className={classes.mail}>{user.role[0]}</span> : null}
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.7} />} onClick={() => void signOut()}>
          {text.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
