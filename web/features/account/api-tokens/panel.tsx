// The access tokens of the user's account: what each may read, when it was used, and how to revoke it.
import { Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { ApiToken } from '#contract/api-tokens.ts'
import { call, refresh, useCall } from '#web/api/call.ts'
import { RemovableList } from '#web/shared/lists/removable-list.tsx'
import { RowButton } from '#web/shared/lists/row-button.tsx'
import { ago, dateTime } from '#web/text/format.ts'
import { PERMISSION_WORDS } from '#web/text/permission-words.ts'
import rows from '#web/ui/rows.module.css'
import shared from '#web/ui/shared.module.css'
import { tokenText } from './text.ts'

const CreateToken = lazy(() => import('./create-token.tsx'))

const TOKENS = 'GET /api/tokens'
const refreshTokens = () => refresh(TOKENS)

export const ApiTokens = ({ onDone }: { onDone: (message: string) => void }) => (
  <RemovableList
    texts={tokenText}
    failed={tokenText.failed}
    state={useCall(TOKENS)}
    height={120}
    itemsOf={({ data }) => data}
    row={(token, onRevoke) => <Token key={token.id} token={token} onRevoke={onRevoke} />}
    adding={(onClose) => (
      <Suspense>
        <CreateToken onCreated={refreshTokens} onClose={onClose} />
      </Suspense>
    )}
    onRemove={async (id) => {
      await call('DELETE /api/tokens/{id}', { params: { id } })
      await refreshTokens()
    }}
    onDone={onDone}
  />
)

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
      <RowButton aria-label={tokenText.removeLabel(name)} onClick={onRevoke}>
        {tokenText.remove}
      </RowButton>
    </li>
  )
}

/** 'DD/MM/YYYY' on the shop's clock. */
const dayOf = (time: string) => dateTime(time).slice(0, 10)
