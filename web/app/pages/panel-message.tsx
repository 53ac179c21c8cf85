// A message with an action, in place of a screen.
import { Box, Text } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { moveFocusOnUnmount } from '#web/ui/states.tsx'
import classes from './panel-message.module.css'

interface Props {
  /** Above the title. */
  readonly eyebrow?: string
  readonly title: string
  readonly body: string
  readonly action?: ReactNode
}

export function PanelMessage({ eyebrow, title, body, action }: Props) {
  const panel = useRef<HTMLElement>(null)
  useLayoutEffect(() => moveFocusOnUnmount(panel.current), [])
  return (
    <section className={classes.panel} role="alert" ref={panel}>
      {eyebrow ? (
        <Text c="dimmed" inherit>
          {eyebrow}
        </Text>
      ) : null}
      <Box component="h2" fz="1rem">
        {title}
      </Box>
      <Text maw="46ch" c="dimmed" inherit mb={6}>
        {body}
      </Text>
      {action}
    </section>
  )
}
