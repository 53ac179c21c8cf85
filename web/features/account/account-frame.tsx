// The page of sign-in, sign-up and password reset: the form beside a picture.
import { Outlet } from '@tanstack/react-router'
import { Logo } from '#web/ui/logo.tsx'
import classes from './account-frame.module.css'
import { ShelfPicture } from './shelf-picture.tsx'
import { text } from './text.ts'

const AccountFrame = () => (
  <div className={classes.page}>
    <main className={classes.side}>
      <div>
        <Logo />
      </div>
      <div className={classes.form}>
        <Outlet />
      </div>
    </main>
    <aside className={classes.picture}>
      <div className={classes.inside}>
        <ShelfPicture />
        <p className={classes.slogan}>{text.slogan}</p>
        <p className={classes.hint}>{text.sloganHint}</p>
      </div>
    </aside>
  </div>
)

export default AccountFrame
