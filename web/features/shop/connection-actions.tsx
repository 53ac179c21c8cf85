// Buttons of the connection form.
import { Button } from '#web/ui/button.tsx'
import { focusFirstError } from '#web/ui/forms/focus-first-error.ts'
import shared from '#web/ui/shared.module.css'
import css from './shop.module.css'
import { text } from './text.ts'

interface ConnectionActionsProps {
  readOnly: boolean
  connected: boolean
  saving: boolean
  testing: boolean
  onTest: () => void
  onRemove: () => void
}

export const ConnectionActions = (props: ConnectionActionsProps) => (
  <div className={shared.line}>
    {props.readOnly ? null : (
      <Button type="submit" frame="filled" tall working={props.saving}>
        {text.save}
      </Button>
    )}
    <Button
      frame="bordered"
      tall
      working={props.testing}
      onClick={(event) => focusFirstError(event.currentTarget.form, props.onTest)}
    >
      {text.test}
    </Button>
    {props.connected && !props.readOnly ? (
      <Button tall onClick={props.onRemove}>
        {text.remove}
      </Button>
    ) : null}
  </div>
)

interface DisconnectQuestionProps {
  busy: boolean
  onCancel: () => void
  onConfirm: () => void
}

export const DisconnectQuestion = ({ busy, onCancel, onConfirm }: DisconnectQuestionProps) => (
  <div className={css.question}>
    <p>{text.removeSure}</p>
    <div className={shared.line}>
      <Button frame="bordered" onClick={onCancel}>
        {text.cancel}
      </Button>
      <Button frame="filled" data-danger working={busy} onClick={onConfirm}>
        {text.remove}
      </Button>
    </div>
  </div>
)
