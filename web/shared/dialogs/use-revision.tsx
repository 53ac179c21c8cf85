// Forms over things that are saved whole. When somebody else saved first, the form takes what they changed and the user did
// not, says what it was, and saves over it only when asked again.

import { useState } from 'react'
import { isMeanwhileError } from '#web/api/errors.ts'
import { meanwhileText as text } from '#web/text/meanwhile.ts'
import { Message } from '#web/ui/message.tsx'

interface Field<Value> {
  readonly label: string
  /** The value in words; a list says what was added and removed. By default the text itself. */
  readonly words?: (value: Value) => string | readonly string[]
}

export type Fields<Values> = { readonly [Key in keyof Values]?: Field<Values[Key]> }

interface Revised<Row, Values> {
  readonly form: { getValues(): Values; setValues(values: Values): void }
  readonly valuesOf: (row: Row) => Values
  readonly fields: Fields<Values>
  /** The row as it is now; undefined if it is gone. */
  readonly read: () => Promise<Row | undefined>
}

/** `opened`: what the form was opened with; undefined for something new. */
export function useRevision<Row extends { readonly revision: number | string }, Values extends object>(
  opened: Row | undefined,
  { form, valuesOf, fields, read }: Revised<Row, Values>,
) {
  const [base, setBase] = useState(opened)
  const [changes, setChanges] = useState<readonly string[] | null>(null)

  async function catchUp(): Promise<void> {
    const now = await read()
    if (!base || !now) return
    const [before, after, typed] = [valuesOf(base), valuesOf(now), form.getValues()]
    const keys = (Object.keys(after) as (keyof Values)[]).filter((key) => !same(before[key], after[key]))
    const untouched = keys.filter((key) => same(before[key], typed[key]))
    form.setValues({ ...typed, ...Object.fromEntries(untouched.map((key) => [key, after[key]])) })
    setChanges(
      keys.flatMap((key) => changeIn(fields[key], [before[key], after[key]], untouched.includes(key))),
    )
    setBase(now)
  }

  return {
    /** Saves with the revision that the user has seen. */
    async save<T>(send: (seen: { revision?: Row['revision'] }) => Promise<T>): Promise<T> {
      setChanges(null)
      try {
        return await send(base ? { revision: base.revision } : {})
      } catch (error) {
        if (isMeanwhileError(error)) await catchUp()
        throw error
      }
    },
    /** To be called after saving, for forms that stay open. */
    async goOn(): Promise<void> {
      setChanges(null)
      setBase(await read())
    },
    /** What somebody else changed; undefined if nobody did. */
    meanwhile: changes ? <Meanwhile changes={changes} /> : undefined,
  }
}

export const Meanwhile = ({ changes, next = text.next }: { changes: readonly string[]; next?: string }) => (
  <Message tone="warning" title={text.title} role="alert">
    {changes.length > 0 ? (
      <ul>
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
    ) : null}
    <p>{next}</p>
  </Message>
)

export const yesOrNo = (value: boolean): string => (value ? text.on : text.off)

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

function changeIn<Value>(
  field: Field<Value> | undefined,
  [before, after]: readonly [Value, Value],
  isTaken: boolean,
): string[] {
  if (!field) return []
  const words = field.words ?? ((value: Value) => String(value))
  const change = changeInWords(words(before), words(after))
  if (change === undefined) return []
  return [isTaken ? `${field.label}: ${change}` : `${field.label}: ${change} ${text.yours}`]
}

/** Undefined if both read alike, such as a list in another order. */
function changeInWords(
  before: string | readonly string[],
  after: string | readonly string[],
): string | undefined {
  if (typeof before === 'string' || typeof after === 'string')
    return same(before, after) ? undefined : text.replaced(String(before), String(after))
  const added = after.filter((one) => !before.includes(one))
  const removed = before.filter((one) => !after.includes(one))
  return added.length + removed.length > 0 ? text.listed(added, removed) : undefined
}
