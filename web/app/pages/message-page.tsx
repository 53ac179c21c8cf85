// Full pages with a message (not found, server error) or running text (help, terms).
import { Box, Flex } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '#web/api/session.ts'
import { common } from '#web/text/common.ts'
import { Logo } from '#web/ui/logo.tsx'
import classes from './message-page.module.css'

interface Props {
  /** Large text above the title, such as '404'. */
  readonly eyebrow?: string
  readonly title: string
  readonly children: ReactNode
  readonly action?: ReactNode
  /** Running text instead of a single line. */
  readonly wide?: boolean
}

export const MessagePage = ({ eyebrow, title, children, action, wide }: Props) => (
  <Flex component="main" align="center" justify="center" mih="100dvh" p="40px 24px" bg="var(--gd-canvas)">
    <div className={wide ? classes.paper : classes.message}>
      <Link to="/" className={classes.logo} aria-label={`${common.product}: ${common.backHome}`}>
        <Logo />
      </Link>
      {eyebrow ? (
        <Box component="p" fz="4.5rem" fw={600} lh={1.1} lts="-0.04em" c="dimmed" aria-hidden>
          {eyebrow}
        </Box>
      ) : null}
      <Box component="h1" m="6px 0 8px" fz="1.375rem" lts="-0.015em">
        {title}
      </Box>
      <div className={classes.body}>{children}</div>
      {action ?? (
        <Link to="/" className={classes.home}>
          {common.backHome}
        </Link>
      )}
    </div>
  </Flex>
)

/** Running text: inside the frame with a session, otherwise on a separate page. */
export function TextPage({ title, children }: { title: string; children: ReactNode }) {
  const session = useSession()
  if (session.state !== 'signed-in') {
    return (
      <MessagePage title={title} wide>
        {children}
      </MessagePage>
    )
  }
  return (
    <article className={classes.paper}>
      <div className={classes.body}>{children}</div>
    </article>
  )
}
