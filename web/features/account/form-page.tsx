// The form of an account page: heading, alert, fields, submit button and footer.

import { Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { FormEvent, ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { PasswordField, TextField, type TextFieldProps } from '#web/ui/field.tsx'
import { focusFirstError } from '#web/ui/forms/focus-first-error.ts'
import { Failure, Message } from '#web/ui/message.tsx'
import classes from './form-page.module.css'
import { text } from './text.ts'

export interface PageNotice {
  readonly message: string
  /** 'done': something was saved. */
  readonly tone: 'done' | 'info'
}

interface Props {
  readonly title: string
  readonly hint: string
  readonly notice?: PageNotice | null
  readonly failure?: string | null
  readonly submit: string
  readonly busy: boolean
  readonly onSubmit: (event?: FormEvent<HTMLFormElement>) => void
  readonly children: ReactNode
  /** Below the button that submits. */
  readonly others?: ReactNode
  readonly foot?: ReactNode
}

export const FormPage = (props: Props) => (
  <>
    <h1 className={classes.title}>{props.title}</h1>
    <p className={classes.hint}>{props.hint}</p>
    <form onSubmit={(event) => focusFirstError(event.currentTarget, () => props.onSubmit(event))} noValidate>
      <div role="status" className={classes.notice}>
        {props.notice && !props.failure ? (
          <Message tone={props.notice.tone}>{props.notice.message}</Message>
        ) : null}
      </div>
      <Stack gap="md">
        {props.failure ? <Failure>{props.failure}</Failure> : null}
        {props.children}
        <Button frame="filled" wide type="submit" working={props.busy}>
          {props.submit}
        </Button>
        {props.others}
      </Stack>
    </form>
    {props.foot ? <p className={classes.foot}>{props.foot}</p> : null}
  </>
)

/** A link to another account page that keeps the `redirect` parameter. */
export const AccountLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link
    to={to}
    search={(now: object) => ('redirect' in now ? { redirect: now.redirect } : {})}
    className={classes.link}
  >
    {children}
  </Link>
)

interface Binding {
  form: { key: (name: string) => string; getInputProps: (name: string) => object }
  name: string
}

export const FormField = ({ form, name, ...input }: Omit<TextFieldProps, keyof Binding> & Binding) => (
  <TextField key={form.key(name)} large maxLength={255} {...input} {...form.getInputProps(name)} />
)

export const SecretField = ({ form, name, ...input }: Omit<TextFieldProps, keyof Binding> & Binding) => (
  <PasswordField key={form.key(name)} large {...input} {...form.getInputProps(name)} />
)

/** A code of the second factor, or a recovery code. */
export const CodeField = (props: TextFieldProps) => (
  <TextField
    label={text.code}
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={64}
    {...props}
  />
)
