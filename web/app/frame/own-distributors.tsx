// Whose figures a role limited to distributors sees: a line on every screen and print, and the same in pictures.
import { type ReactNode, useContext, useMemo } from 'react'
import { fileSuffix, scopeWords } from '#contract/coverage.ts'
import { useSession } from '#web/api/session.ts'
import { Coverage } from '#web/ui/coverage.ts'
import shared from '#web/ui/shared.module.css'

export function OwnDistributors({ children }: { children: ReactNode }) {
  const session = useSession()
  const user = session.state === 'signed-in' ? session.user : null
  const words = scopeWords(user?.scope_names ?? null)
  const suffix = fileSuffix(user?.scope ?? null)
  return <Coverage value={useMemo(() => ({ words, suffix }), [words, suffix])}>{children}</Coverage>
}

export function OwnDistributorsLine() {
  const { words } = useContext(Coverage)
  return words === '' ? null : <p className={shared.quiet}>{words}</p>
}
