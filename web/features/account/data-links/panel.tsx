// The data links of the user's account: what each answers, how often it was read, and how to revoke it.
import { Text } from '@mantine/core'
import type { DataLink } from '#contract/data-links.ts'
import { call, refresh, useCall } from '#web/api/call.ts'
import { LINKS } from '#web/shared/data-links/create.ts'
import { RemovableList } from '#web/shared/lists/removable-list.tsx'
import { RowButton } from '#web/shared/lists/row-button.tsx'
import { questionWords } from '#web/shared/questions/question-words.ts'
import { ago, dateTime } from '#web/text/format.ts'
import rows from '#web/ui/rows.module.css'
import shared from '#web/ui/shared.module.css'
import { CreateLink } from './create-link.tsx'
import { linkText } from './text.ts'

export const DataLinks = ({ onDone }: { onDone: (message: string) => void }) => (
  <RemovableList
    texts={linkText}
    failed={linkText.failed}
    state={useCall(LINKS)}
    height={120}
    itemsOf={({ data }) => data}
    row={(link, onRevoke) => <Link key={link.id} link={link} onRevoke={onRevoke} />}
    adding={(onClose) => <CreateLink onClose={onClose} />}
    onRemove={async (id) => {
      await call('DELETE /api/data-links/{id}', { params: { id } })
      await refresh(LINKS)
    }}
    onDone={onDone}
  />
)

const Link = ({ link, onRevoke }: { link: DataLink; onRevoke: () => void }) => (
  <li className={rows.row}>
    <span className={rows.what}>
      <span className={shared.line}>
        <strong>{link.name}</strong>
        <Text className={shared.quiet} span ff="monospace" fz="xs">
          gondola_lnk_…{link.hint}
        </Text>
      </span>
      <span className={shared.quiet}>
        {link.used_at === null ? (
          linkText.never
        ) : (
          <span title={dateTime(link.used_at)}>
            {linkText.uses(link.uses)}, {linkText.used(ago(link.used_at))}
          </span>
        )}
      </span>
      <span className={shared.quiet}>{questionWords(link.question)}</span>
      {link.gone === '' ? null : <span className={shared.caution}>{link.gone}</span>}
    </span>
    <RowButton aria-label={linkText.removeLabel(link.name)} onClick={onRevoke}>
      {linkText.remove}
    </RowButton>
  </li>
)
