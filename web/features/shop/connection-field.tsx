// A field of the connection: its name, what belongs in it and what is wrong with what stands there. Touches ui, text and this feature.
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { Input } from '#web/ui/input.tsx'
import { text } from '#web/ui/text.ts'
import css from './shop.module.css'

interface ConnectionFieldProps extends ComponentProps<'input'> {
  label: string
  description: string | undefined
  error?: ReactNode
  /** Nobody who looks on may read it, unless that is wanted. */
  secret?: boolean
}

export function ConnectionField({
  label,
  description,
  error,
  secret = false,
  type,
  className,
  ...input
}: ConnectionFieldProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const Icon = open ? IconEyeOff : IconEye
  const about = [error && `${id}-error`, description && `${id}-about`].filter(Boolean).join(' ')
  return (
    <div className={`${css.field} ${className ?? ''}`}>
      <label className={css.fieldName} htmlFor={id}>
        {label}
      </label>
      {description ? (
        <p className={css.fieldAbout} id={`${id}-about`}>
          {description}
        </p>
      ) : null}
      <div
        className={css.fieldBox}
        data-after={description ? '' : undefined}
        data-secret={secret || undefined}
      >
        <Input
          tall
          autoComplete="off"
          maxLength={255}
          {...input}
          id={id}
          type={secret && !open ? 'password' : type}
          aria-invalid={error ? true : undefined}
          aria-describedby={about || undefined}
        />
        {secret ? (
          <button
            type="button"
            className={css.reveal}
            tabIndex={-1}
            aria-label={text.reveal}
            aria-pressed={open}
            disabled={input.disabled}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setOpen(!open)}
          >
            <Icon size={18} stroke={1.6} aria-hidden />
          </button>
        ) : null}
      </div>
      {error ? (
        <p className={css.fieldWrong} id={`${id}-error`}>
          {error}
        </p>
      ) : null}
    </div>
  )
}
