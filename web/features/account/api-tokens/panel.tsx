// The access tokens of the user's account: what each may read, when it was used, and how to revoke it.
import { Text } from '@mantine/core'
import { useState } from 'react'
import type { ApiToken } from '#contract/api-tokens.ts'
import { call, refresh, useCall } from '#web/api/call.ts'
import { ConfirmDialog } from '#web/lists/dialog.tsx'
import { RowButton } from '#web/lists/row-button.tsx'
import { ago, dateTime } from '#web/text/format.ts'
import { PERMISSION_WORDS } from '#web/text/permission-words.ts'
import { AsyncPanel } from '#web/ui/page.tsx'
import rows from '#web/ui/rows.module.css'
import shared from '#web/ui/shared.module.css'
import { CreateToken } from './create-token.tsx'
import { tokenText } from './text.ts'

const TOKENS = 'GET /api/tokens'
const refreshTokens = () => refresh(TOKENS)

type Open = { readonly mode: 'create' } | { readonly mode: 'revoke'; readonly token: ApiToken } | null

export function ApiTokens({ onDone }: { onDone: (message: string) => void }) {
  const state = useCall(TOKENS)
  const [open, setOpen] = useState<Open>(null)
  const create = <RowButton onClick={() => setOpen({ mode: 'create' })}>{tokenText.add}</RowButton>
  return (
    <>
      <AsyncPanel
        title={tokenText.title}
        subtitle={tokenText.note}
        state={state}
        height={120}
        actions={() => create}
      >
        {({ data }) =>
          data.length === 0 ? (
            <p className={shared.quiet}>{tokenText.empty}</p>
          ) : (
            <ul>
              {data.map((token) => (
                <Token key={token.id} token={token} onRevoke={() => setOpen({ mode: 'revoke', token })} />
              ))}
            </ul>
          )
        }
      </AsyncPanel>
      {open?.mode === 'create' ? (
        <CreateToken onCreated={refreshTokens} onClose={() => setOpen(null)} />
      ) : null}
      {open?.mode === 'revoke' ? (
        <ConfirmDialog
          title={tokenText.revokeTitle}
          question={tokenText.revokeSure(open.token.name)}
          submit={tokenText.revoke}
          failureText={() => tokenText.failed}
          onClose={() => setOpen(null)}
          onConfirm={async () => {
            await call('DELETE /api/tokens/{id}', { params: { id: open.token.id } })
            await refreshTokens()
            onDone(tokenText.revoked(open.token.name))
          }}
        />
      ) : null}
    </>
  )
}

function Token({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  const { name, hint, expired, expires_at, used_at, network, permissions, dist_ids } = token
  const expiry = dayOf(expires_at)
  const words = permissions.map((permission) => PERMISSION_WORDS[permission])
  return (
    <li className={rows.row}>
      <span className={rows.what}>
        <span className={shared.line}>
          <strong>{name}</strong>
          <Text className={shared.quiet} span ff="monospace" fz="xs">
            gondola_pat_…{hint}
          </Text>
          {expired ? <span className={shared.pill}>{tokenText.expired}</span> : null}
        </span>
        <span className={shared.quiet}>
          {used_at === null ? (
            tokenText.never
          ) : (
            <span title={dateTime(used_at)}>
              {tokenText.used(ago(used_at))}, {tokenText.network(network)}
            </span>
          )}
          {' · '}
          {expired ? tokenText.expiredOn(expiry) : tokenText.expires(expiry)}
        </span>
        {words.length === 0 ? (
          <span className={shared.caution}>{tokenText.nothingLeft}</span>
        ) : (
          <span className={shared.quiet}>
            {words.join(', ')} ·{' '}
            <span title={dist_ids?.join(', ')}>
              {dist_ids === null ? tokenText.allDistributors : tokenText.distributors(dist_ids.length)}
            </span>
          </span>
        )}
      </span>
      <RowButton aria-label={tokenText.revokeLabel(name)} onClick={onRevoke}>
        {tokenText.revoke}
      </RowButton>
    </li>
  )
}

/** 'DD/MM/YYYY' on the shop's clock. */
const dayOf = (time: string) => dateTime(time).slice(0, 10)
