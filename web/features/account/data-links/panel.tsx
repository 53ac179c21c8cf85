// The data links of the user's account: what each answers, how often it was read, and how to revoke it.
import { Text } from '@mantine/core'
import { useState } from 'react'
import type { DataLink } from '#contract/data-links.ts'
import { call, refresh, useCall } from '#web/api/call.ts'
import { LINKS } from '#web/lists/data-links/create.ts'
import { ConfirmDialog } from '#web/lists/dialog.tsx'
import { questionWords } from '#web/lists/question-words.ts'
import { RowButton } from '#web/lists/row-button.tsx'
import { ago, dateTime } from '#web/text/format.ts'
import { AsyncPanel } from '#web/ui/page.tsx'
import rows from '#web/ui/rows.module.css'
import shared from '#web/ui/shared.module.css'
import { CreateLink } from './create-link.tsx'
import { linkText } from './text.ts'

const refreshLinks = () => refresh(LINKS)

type Open = { readonly mode: 'create' } | { readonly mode: 'revoke'; readonly link: DataLink } | null

export function DataLinks({ onDone }: { onDone: (message: string) => void }) {
  const state = useCall(LINKS)
  const [open, setOpen] = useState<Open>(null)
  return (
    <>
      <AsyncPanel
        title={linkText.title}
        subtitle={linkText.note}
        state={state}
        height={120}
        actions={() => <RowButton onClick={() => setOpen({ mode: 'create' })}>{linkText.add}</RowButton>}
      >
        {({ data }) =>
          data.length === 0 ? (
            <p className={shared.quiet}>{linkText.empty}</p>
          ) : (
            <ul>
              {data.map((link) => (
                <Link key={link.id} link={link} onRevoke={() => setOpen({ mode: 'revoke', link })} />
              ))}
            </ul>
          )
        }
      </AsyncPanel>
      {open?.mode === 'create' ? <CreateLink onClose={() => setOpen(null)} /> : null}
      {open?.mode === 'revoke' ? (
        <ConfirmDialog
          title={linkText.revokeTitle}
          question={linkText.revokeSure(open.link.name)}
          submit={linkText.revoke}
          failureText={() => linkText.failed}
          onClose={() => setOpen(null)}
          onConfirm={async () => {
            await call('DELETE /api/data-links/{id}', { params: { id: open.link.id } })
            await refreshLinks()
            onDone(linkText.revoked(open.link.name))
          }}
        />
      ) : null}
    </>
  )
}

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
    </span>
    <RowButton aria-label={linkText.revokeLabel(link.name)} onClick={onRevoke}>
      {linkText.revoke}
    </RowButton>
  </li>
)
