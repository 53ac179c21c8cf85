// Dialogs: plain, with a form, and before a deletion. A form asks for the password when the server does.

import { Group, Modal, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, type FormEvent, type ReactNode, useState } from 'react'
import { call } from '#web/api/call.ts'
import { ApiError, hasCode } from '#web/api/errors.ts'
import { Button, CloseButton } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/field.tsx'
import { focusFirstError } from '#web/ui/forms/focus-first-error.ts'
import type { Loadable } from '#web/ui/loadable.ts'
import { Failure } from '#web/ui/message.tsx'
import shared from '#web/ui/shared.module.css'
import { ErrorState, LoadingProgress } from '#web/ui/states.tsx'
import { useFocusBack } from '#web/ui/use-focus-back.ts'
import { dialogText as text } from '../text.ts'
import css from './dialog.module.css'
import { type Step, useLeaving, useUnsaved } from './unsaved.tsx'

const HEIGHT = 160

interface DialogProps {
  title: string
  onClose: () => void
  children: ReactNode
  size?: string
}

// Mantine's own header would be a second banner landmark, so the title is part of the content.
export function Dialog({ title, onClose, children, size = 'md' }: DialogProps) {
  useFocusBack()
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      attributes={{ content: { 'aria-label': title } }}
      size={size}
      padding="lg"
      radius="lg"
      centered
    >
      <Group justify="space-between" wrap="nowrap" gap={12} mb={14}>
        <Text component="h2" fz="lg" fw={600}>
          {title}
        </Text>
        <CloseButton label={text.close} onClick={onClose} />
      </Group>
      {children}
    </Modal>
  )
}

interface AsyncDialogProps<Data> extends Omit<DialogProps, 'children'> {
  state: Loadable<Data>
  children: (data: Data) => ReactNode
}

/** Shows that the call is loading or failed; then the dialog that `children` return. */
export function AsyncDialog<Data>({ state, children, ...dialog }: AsyncDialogProps<Data>) {
  if (state.data !== undefined) return children(state.data)
  return (
    <Dialog {...dialog}>
      {state.status === 'error' ? (
        <ErrorState height={HEIGHT} error={state.error} onRetry={state.refetch} />
      ) : (
        <LoadingProgress height={HEIGHT} />
      )}
    </Dialog>
  )
}

export interface DialogFormProps extends DialogProps {
  failureText: (error: unknown) => string
  mutation: { isPending: boolean; isError: boolean; error: unknown }
  submit: string
  danger?: boolean
  /** A search parameter opens and closes it. */
  isInAddress?: boolean
  /** Shown in place of the failure. */
  meanwhile?: ReactNode
  onSubmit: (event?: FormEvent<HTMLFormElement>) => void
}

export function DialogForm({
  mutation,
  submit,
  danger,
  isInAddress = false,
  meanwhile,
  onSubmit,
  children,
  failureText,
  ...dialog
}: DialogFormProps) {
  const { confirmation, confirmed, isConfirming, failure } = useConfirmation(mutation.error)
  const isSaving = mutation.isPending || isConfirming
  const saving = { ...mutation, isPending: isSaving }
  const unsaved = useUnsaved({ saving, onLeave: dialog.onClose, ...(isInAddress && { isLeftBy: isStep }) })
  // A deletion has nothing to lose.
  const onClose = danger ? dialog.onClose : unsaved.leave
  return (
    <Dialog {...dialog} onClose={onClose}>
      <form
        className={shared.form}
        noValidate
        onSubmit={confirmed(onSubmit)}
        {...(danger ? {} : unsaved.watch)}
      >
        {children}
        {confirmation ?? meanwhile ?? (failure ? <Failure>{failureText(failure)}</Failure> : null)}
        {unsaved.question ?? (
          <Group justify="flex-end" gap={8} mt={4}>
            <Button frame="bordered" tall onClick={onClose}>
              {text.cancel}
            </Button>
            <Button frame="filled" tall danger={danger === true} type="submit" working={isSaving}>
              {submit}
            </Button>
          </Group>
        )}
      </form>
    </Dialog>
  )
}

const isStep = ({ action }: Step): boolean => ['BACK', 'FORWARD', 'GO'].includes(action)

interface PageFormProps extends ComponentProps<'form'> {
  saving: { isPending: boolean; isError: boolean }
}

/** A form of a screen. */
export function PageForm({ saving, ...form }: PageFormProps) {
  const { watch, ...leaving } = useUnsaved({ saving })
  return (
    <>
      <form className={shared.form} noValidate {...watch} {...form} />
      <LeavingDialog {...leaving} />
    </>
  )
}

/** Asks before a screen is left whose changes are no form's. */
export const UnsavedScreen = ({ isUnsaved }: { isUnsaved: boolean }) => (
  <LeavingDialog {...useLeaving(isUnsaved)} />
)

const LeavingDialog = ({ question, stay }: { question: ReactNode; stay: () => void }) =>
  question ? (
    <Dialog title={text.unsavedTitle} onClose={stay}>
      {question}
    </Dialog>
  ) : null

export interface ConfirmDialogProps extends Omit<DialogProps, 'children'> {
  question: string
  consequence?: string
  /** Lists of what is concerned. */
  details?: readonly { readonly title: string; readonly items: readonly string[] }[]
  submit: string
  failureText: (error: unknown) => string
  /** The dialog closes afterwards. */
  onConfirm: () => Promise<unknown>
}

/** Asks before something is deleted. */
export function ConfirmDialog({
  question,
  consequence,
  details = [],
  onConfirm,
  ...dialog
}: ConfirmDialogProps) {
  const mutation = useMutation({ mutationFn: onConfirm, onSuccess: dialog.onClose })
  return (
    <DialogForm danger mutation={mutation} onSubmit={() => mutation.mutate()} {...dialog}>
      <p className={shared.message}>{question}</p>
      {consequence ? <p className={shared.quiet}>{consequence}</p> : null}
      {details.map(({ title: heading, items }) => (
        <div key={heading} className={css.details}>
          <h3 className={shared.heading}>{heading}</h3>
          <ul>
            {items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </div>
      ))}
    </DialogForm>
  )
}

/** The password field for a call that needs a recent password; a `confirmed` submit sends it before the call is repeated. */
export function useConfirmation(error: unknown) {
  const [password, setPassword] = useState('')
  const [thrown, setThrown] = useState<unknown>(null)
  const send = useMutation({
    mutationFn: () => call('POST /api/account/confirm-password', { body: { password } }),
  })
  const isAsked = hasCode(error, 'password-not-recent')
  return {
    isConfirming: send.isPending,
    /** The failed call's error, or what the submit handler threw before it sent anything. */
    failure: error ?? thrown,
    confirmation: isAsked ? (
      <PasswordField
        label={text.confirmPassword}
        description={text.confirmPasswordHint}
        autoComplete="current-password"
        autoFocus
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={send.isError ? confirmationFailure(send.error) : null}
      />
    ) : null,
    confirmed:
      (submit: (event: FormEvent<HTMLFormElement>) => void) => async (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        const { currentTarget } = event
        const isConfirmed =
          !isAsked ||
          (await send.mutateAsync().then(
            () => true,
            () => false,
          ))
        setThrown(null)
        try {
          if (isConfirmed) focusFirstError(currentTarget, () => submit(event))
        } catch (problem) {
          console.error(problem)
          setThrown(problem)
        }
      },
  }
}

function confirmationFailure(error: unknown): string {
  if (error instanceof ApiError && error.status === 429) return text.tooManyPasswords
  return error instanceof ApiError && error.status === 400 ? text.wrongPassword : text.unconfirmed
}
