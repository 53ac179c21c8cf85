// The form of an account page: heading, alert, fields, submit button and footer.
import { Alert, Button, type PasswordInputProps, Stack, TextInput, type TextInputProps } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { FormEvent, ReactNode } from 'react'
import { focusFirstError } from '#web/ui/forms/focus-first-error.ts'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
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
      <div role="status">{props.notice && !props.failure ? <NoticeAlert {...props.notice} /> : null}</div>
      <Stack gap="md">
        {props.failure ? (
          <Alert icon={<IconAlertCircle size={18} />} className={classes.failure}>
            {props.failure}
          </Alert>
        ) : null}
        {props.children}
        <Button type="submit" size="md" fullWidth loading={props.busy}>
          {props.submit}
        </Button>
        {props.others}
      </Stack>
    </form>
    {props.foot ? <p className={classes.foot}>{props.foot}</p> : null}
  </>
)

const NoticeAlert = ({ message, tone }: PageNotice) =>
  tone === 'done' ? (
    <Alert mb="md" color="teal" icon={<IconCircleCheck size={18} />} className={classes.notice}>
      {message}
    </Alert>
  ) : (
    <Alert mb="md" color="cobalt" icon={<IconInfoCircle size={18} />}>
      {message}
    </Alert>
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

export const TextField = ({ form, name, ...input }: Omit<TextInputProps, keyof Binding> & Binding) => (
  <TextInput key={form.key(name)} size="md" maxLength={255} {...input} {...form.getInputProps(name)} />
)

export const SecretField = ({ form, name, ...input }: Omit<PasswordInputProps, keyof Binding> & Binding) => (
  <PasswordField key={form.key(name)} size="md" {...input} {...form.getInputProps(name)} />
)

/** A code of the second factor, or a recovery code. */
export const CodeField = (props: TextInputProps) => (
  <TextInput
    label={text.code}
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={64}
    {...props}
  />
)
