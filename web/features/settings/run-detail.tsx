// What a run found, as a list of names and values, however deep. Touches text and this feature.
import { isMonth } from '#contract/month.ts'
import { integer, monthName } from '#web/text/format.ts'
import css from './settings.module.css'
import { DETAIL_WORDS, detailNothing } from './text.ts'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function read(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}

const wordsFor = (name: string): string => (isMonth(name) ? monthName(name) : (DETAIL_WORDS[name] ?? name))

function plain(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return detailNothing
  if (typeof value === 'number') return integer(value)
  if (typeof value === 'string') return isMonth(value) ? monthName(value) : value
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  if (Array.isArray(value)) {
    if (value.length === 0) return detailNothing
    const parts = value.map(plain)
    return parts.every((part) => part !== null) ? parts.join(', ') : null
  }
  if (!isRecord(value)) return null
  const { name, text, source, reason, count, ...others } = value
  const called = name ?? text ?? (source === undefined ? undefined : `${source}: ${reason}`)
  if (typeof count !== 'number' || called === undefined || Object.keys(others).length > 0) return null
  return `${called === '' ? '(vacío)' : called} × ${integer(count)}`
}

function Value({ of }: { of: unknown }) {
  const line = plain(of)
  if (line !== null) return line
  if (Array.isArray(of)) {
    return (
      <ul className={css.plainList}>
        {of.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a report never changes
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
      <div key={name}>
        <dt>{wordsFor(name)}</dt>
        <dd>
          <Value of={value} />
        </dd>
      </div>
    ))}
  </dl>
)

export const RunDetail = ({ json }: { json: string }) => <Value of={read(json)} />
