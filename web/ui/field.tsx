// The only form fields: plain elements with a label, a hint and an error, which render faster than Mantine's.
import { IconEye, IconEyeOff, IconSelector } from '@tabler/icons-react'
import { type ComponentProps, type CSSProperties, type ReactNode, useId, useState } from 'react'
import css from './field.module.css'
import { text } from './text.ts'

interface SizeProps {
  /** Smaller height, for panels with many fields. */
  low?: boolean | undefined
  /** For a page that holds little else. */
  large?: boolean | undefined
}

interface FieldProps extends SizeProps {
  /** Without it the input needs an `aria-label`. */
  label?: string | undefined
  description?: ReactNode
  /** The description stands below the input. */
  describedBelow?: boolean | undefined
  error?: ReactNode
  className?: string | undefined
  style?: CSSProperties | undefined
}

export const FieldError = (props: ComponentProps<'p'>) => <p {...props} className={css.error} />

const sizeOf = ({ low, large }: SizeProps) => (low ? 'low' : large ? 'large' : undefined)

function Field({ id, children, ...field }: FieldProps & { id: string; children: ReactNode }) {
  const { label, description, describedBelow, error, className, style } = field
  const hint = description ? (
    <p className={css.hint} id={`${id}-hint`}>
      {description}
    </p>
  ) : null
  return (
    <div className={className} style={style} data-size={sizeOf(field)}>
      {label ? (
        <label className={css.label} htmlFor={id}>
          {label}
        </label>
      ) : null}
      {describedBelow ? null : hint}
      {children}
      {describedBelow ? hint : null}
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </div>
  )
}

/** Splits the props of a field from those of its input, and links both. */
function useField<Props extends FieldProps & { id?: string | undefined }>(props: Props) {
  const generated = useId()
  const { label, description, describedBelow, error, className, style, ...own } = props
  const id = props.id ?? generated
  const described = [description ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  const { low, large } = props
  return {
    field: { id, label, description, describedBelow, error, className, style, low, large },
    input: {
      ...own,
      id,
      'aria-describedby': described || undefined,
      ...(error ? { 'aria-invalid': true } : {}),
    },
  }
}

type InputProps = Omit<ComponentProps<'input'>, 'className' | 'style' | 'size'> & SizeProps

export const Input = ({ low, large, ...input }: InputProps) => (
  <input type="text" {...input} className={css.input} data-size={sizeOf({ low, large })} />
)

export type TextFieldProps = FieldProps & InputProps

export function TextField(props: TextFieldProps) {
  const { field, input } = useField(props)
  return (
    <Field {...field}>
      <Input {...input} />
    </Field>
  )
}

export function PasswordField(props: TextFieldProps) {
  const [isShown, setShown] = useState(false)
  const { field, input } = useField(props)
  const Icon = isShown ? IconEyeOff : IconEye
  return (
    <Field {...field}>
      <span className={css.box}>
        <Input maxLength={255} {...input} type={isShown ? 'text' : 'password'} />
        <button
          type="button"
          className={css.reveal}
          aria-label={text.reveal}
          aria-pressed={isShown}
          tabIndex={-1}
          // Keeps the focus in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setShown(!isShown)}
        >
          <Icon size={18} stroke={1.6} aria-hidden />
        </button>
      </span>
    </Field>
  )
}

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'className' | 'style'> {
  /** Grows with its content, as far as the browser can. */
  grows?: boolean
  /** For code. */
  monospace?: boolean
}

export function TextArea({ grows, monospace, ...props }: FieldProps & TextAreaProps) {
  const { field, input } = useField(props)
  const { low, large, ...area } = input
  return (
    <Field {...field}>
      <textarea
        {...area}
        className={`${css.input} ${css.area}`}
        data-size={sizeOf({ low, large })}
        data-grows={grows || undefined}
        data-monospace={monospace || undefined}
      />
    </Field>
  )
}

interface SelectProps extends Omit<ComponentProps<'select'>, 'children' | 'size' | 'style'>, SizeProps {
  data: readonly (string | { readonly value: string; readonly label: string })[]
}

const ICON = <IconSelector className={css.icon} size={15} stroke={1.8} aria-hidden />

export const Select = ({ data, low, large, className, ...select }: SelectProps) => (
  <span className={`${css.box} ${className ?? ''}`} data-size={sizeOf({ low, large })}>
    <select {...select} className={css.select}>
      {data.map((one) => {
        const { value, label } = typeof one === 'string' ? { value: one, label: one } : one
        return (
          <option key={value} value={value}>
            {label}
          </option>
        )
      })}
    </select>
    {ICON}
  </span>
)

export function SelectField(props: FieldProps & Omit<SelectProps, 'className'>) {
  const { field, input } = useField(props)
  return (
    <Field {...field}>
      <Select {...input} />
    </Field>
  )
}
