// The detail of a run: names and values, nested to any depth.
import { entryOf } from '#contract/entry.ts'
import { isMonth } from '#contract/month.ts'
import { integer, monthName } from '#web/text/format.ts'
import { Fact } from '#web/ui/fact.tsx'
import { parseJson } from '../parse-json.ts'
import css from './crons.module.css'
import { DETAIL_WORDS, logText } from './log-text.ts'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const labelOf = (name: string): string =>
  isMonth(name) ? monthName(name) : (entryOf(DETAIL_WORDS, name) ?? name)

/** A value on one line; null when it needs several. */
export function oneLine(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return logText.nothing
  if (typeof value === 'number') return integer(value)
  if (typeof value === 'string') return isMonth(value) ? monthName(value) : value
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  if (Array.isArray(value)) {
    if (value.length === 0) return logText.nothing
    const parts = value.map(oneLine)
    return parts.every((part) => part !== null) ? parts.join(', ') : null
  }
  if (!isRecord(value)) return null
  const { name, text, source, reason, count, ...others } = value
  const label = name ?? text ?? (source === undefined ? undefined : `${source}: ${reason}`)
  if (typeof count !== 'number' || label === undefined || Object.keys(others).length > 0) return null
  return `${label === '' ? '(vacío)' : label} × ${integer(count)}`
}

function Value({ of }: { of: unknown }) {
  const line = oneLine(of)
  if (line !== null) return line
  if (Array.isArray(of)) {
    return (
      <ul className={css.values}>
        {of.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a detail never changes
          <li key={index}>
            <Value of={one} />
          </li>
        ))}
      </ul>
    )
  }
  return isRecord(of) ? <Fields of={of} /> : String(of)
}

const Fields = ({ of }: { of: Record<string, unknown> }) => (
  <dl className={css.fields}>
    {Object.entries(of).map(([name, value]) => (
      <Fact key={name} name={labelOf(name)}>
        <Value of={value} />
      </Fact>
    ))}
  </dl>
)

export const LogDetail = ({ json }: { json: string }) => <Value of={parseJson(json) ?? json} />
