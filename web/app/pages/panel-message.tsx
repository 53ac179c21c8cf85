// A message with an action, in place of a screen.
import { Box, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './panel-message.module.css'

interface Props {
  readonly title: string
  readonly body: string
  readonly action?: ReactNode
}

export const PanelMessage = ({ title, body, action }: Props) => (
  <section className={classes.panel} role="alert">
    <Box component="h2" fz="1rem">
      {title}
    </Box>
    <Text maw="46ch" c="dimmed" inherit mb={6}>
      {body}
    </Text>
    {action}
  </section>
)
