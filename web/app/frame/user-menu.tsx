// The signed-in user with a link to Mi cuenta, and a menu with the sign-out button.
import { IconLogout } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { signOut, useUser } from '#web/api/session.ts'
import { Dropdown } from '#web/ui/dropdown.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { text } from '../text.ts'
import classes from './user-menu.module.css'

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')

/** The user's picture, or the initials if there is none or it fails to load. */
function Avatar({ picture, name }: { picture: string; name: string }) {
  const [failed, setFailed] = useState('')
  return (
    <span className={classes.avatar}>
      {picture && picture !== failed ? (
        <img src={picture} alt="" className={classes.picture} onError={() => setFailed(picture)} />
      ) : (
        initials(name)
      )}
    </span>
  )
}

export function UserMenu() {
  const user = useUser()
  const name = user.name || user.email
  return (
    <Dropdown
      label={text.userMenu}
      role="dialog"
      button={(opener) => (
        <button type="button" className={classes.button} {...opener}>
          <Avatar picture={user.avatar} name={name} />
          <VisuallyHidden>
            {text.userMenu}: {name}
          </VisuallyHidden>
        </button>
      )}
    >
      {(close) => (
        <div style={{ width: 230 }}>
          <Link to="/account" className={classes.who} onClick={close}>
            <span className={classes.name}>{name}</span>
            <span className={classes.mail}>{user.email}</span>
            {user.role[0] ? <span className={classes.mail}>{user.role[0]}</span> : null}
            <span className={classes.account}>{text.myAccount}</span>
          </Link>
          <div role="menu" aria-label={text.userMenu}>
            <button type="button" role="menuitem" className={classes.item} onClick={() => void signOut()}>
              <IconLogout size={16} stroke={1.7} aria-hidden />
              {text.signOut}
            </button>
          </div>
        </div>
      )}
    </Dropdown>
  )
}
