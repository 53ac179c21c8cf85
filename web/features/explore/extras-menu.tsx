// Chooses the columns that the screen computes: share, cumulated share, ABC class.
import { IconPercentage } from '@tabler/icons-react'
import { IconButton } from '#web/ui/button.tsx'
import { Dropdown } from '#web/ui/dropdown.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { type Asked, EXTRAS, type Extra } from './address.ts'
import css from './result.module.css'
import { sharedMeasures } from './table-columns.ts'
import { text } from './text.ts'

const LABELS: Readonly<Record<Extra, string>> = {
  before: text.before,
  share: text.share,
  cumulated: text.cumulated,
  abc: text.abc,
}

export function ExtrasMenu({ asked: { question, shown, go } }: { asked: Asked }) {
  const isPossible = sharedMeasures(question).length > 0
  const toggle = (extra: Extra) => {
    const extras = EXTRAS.filter((one) => shown.extras.includes(one) !== (one === extra))
    go(question, { extras })
  }
  return (
    <Dropdown
      label={text.extras}
      role="dialog"
      button={(opener) => (
        <Tooltip label={text.extras}>
          <IconButton label={text.extras} frame="bordered" size={30} {...opener}>
            <IconPercentage size={16} aria-hidden />
          </IconButton>
        </Tooltip>
      )}
    >
      {() => (
        <div className={css.extras}>
          {EXTRAS.map((extra) => (
            <label key={extra}>
              <input
                type="checkbox"
                checked={shown.extras.includes(extra)}
                disabled={extra === 'before' ? question.compare === 'none' : !isPossible}
                onChange={() => toggle(extra)}
              />
              {LABELS[extra]}
            </label>
          ))}
          <p>{isPossible ? text.abcMeaning : text.noExtras}</p>
        </div>
      )}
    </Dropdown>
  )
}
