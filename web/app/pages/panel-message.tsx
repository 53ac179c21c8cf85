// A message with an action, in place of a screen.
import type { ReactNode } from 'react'
import classes from './panel-message.module.css'

interface Props {
  readonly title: string
  readonly body: string
  readonly action?: ReactNode
}

export const PanelMessage = ({ title, body, action }: Props) => (
  <section className={classes.panel} role="alert">
    <h2 className={classes.title}>{title}</h2>
    <p className={classes.body}>{body}</p>
    {action}
  </section>
)
