// Above the screen of a view: its name, or an explanation in place of the screen if a filter no longer finds anything.

import { Box, Stack } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { savedAddress } from '#contract/address.ts'
import type { SavedView } from '#contract/views.ts'
import { useCall } from '#web/api/call.ts'
import { PinButton } from '#web/shared/boards/pin-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/message.tsx'
import { Panel } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { failureText, following, ofMonth, useSaveView } from './edit-view.tsx'
import { text } from './text.ts'
import css from './views.module.css'

interface OpenedViewProps {
  readonly id: number
  /** The question with the figures on screen; null: none. */
  readonly question: string | null
  readonly monthly: boolean
  /** Called with true when an explanation replaces the screen. */
  readonly onReplace: (replaces: boolean) => void
}

export default function OpenedView({ id, onReplace, ...screen }: OpenedViewProps) {
  const state = useCall('GET /api/views/{id}', { params: { id } })
  const [isIgnored, setIgnored] = useState(false)
  const view = state.data?.data
  const replaces = view !== undefined && view.missing.length > 0 && !isIgnored
  const tell = useEffectEvent(onReplace)
  useEffect(() => tell(replaces), [replaces])
  if (state.status === 'error')
    return (
      <Box component="p" className={css.bar} mt="1em" role="status">
        {text.gone}
      </Box>
    )
  if (!view) return null
  return (
    <>
      <ViewBar view={view} {...screen} />
      {replaces ? <Missing view={view} onOpen={() => setIgnored(true)} /> : null}
    </>
  )
}

interface ViewBarProps extends Pick<OpenedViewProps, 'question' | 'monthly'> {
  readonly view: SavedView
}

function ViewBar({ view, question, monthly }: ViewBarProps) {
  const href = useRouterState({ select: ({ location }) => location.href })
  const [notice, setNotice] = useState<string | null>(null)
  const save = useSaveView(() => setNotice(text.updated))
  const isFollowing = !view.address.includes('month=') || !monthly
  const now = (isFollowing ? following : ofMonth)(savedAddress(href), question)
  const isChanged = normalized(now.address) !== normalized(view.address)
  const { id, revision, name, role_ids } = view
  return (
    <>
      <div className={css.bar} data-no-print>
        <span className={shared.line}>
          <IconBookmark size={16} stroke={1.7} aria-hidden />
          <span>
            {text.view}:{' '}
            <Box component="span" c="var(--gd-text)" fw={600}>
              {name}
            </Box>
          </span>
        </span>
        {view.question ? <PinButton question={view.question} title={name} /> : null}
        {isChanged && view.editable ? (
          <Tooltip label={text.updateNote}>
            <Button
              frame="bordered"
              working={save.isPending}
              onClick={() => {
                // The table that the screen shows now.
                const held = (isFollowing ? following : ofMonth)(savedAddress(href), question)
                save.mutate({ body: { id, revision, name, role_ids, ...held } })
              }}
            >
              {text.update}
            </Button>
          </Tooltip>
        ) : null}
      </div>
      <Notice tone={save.isError ? 'warning' : 'done'} onClose={() => setNotice(null)}>
        {save.isError ? failureText(save.error) : notice}
      </Notice>
    </>
  )
}

/** True for the same parameters in any order. */
function normalized(address: string): string {
  const [path = '', query = ''] = savedAddress(address).split('?')
  return `${path}?${[...new URLSearchParams(query)]
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('&')}`
}

const Missing = ({ view, onOpen }: { view: SavedView; onOpen: () => void }) => (
  <Panel title={text.missingTitle} subtitle={view.name}>
    <Stack align="flex-start" gap={10} maw="62ch" role="status">
      {view.missing.map(({ dimension, title, values }) => (
        <p key={dimension} style={{ overflowWrap: 'anywhere' }}>
          {(values.length === 1 ? text.missing : text.missingMany)(title, values.join(', '))}
        </p>
      ))}
      <span className={shared.line}>
        <Button frame="bordered" onClick={onOpen}>
          {text.openAnyway}
        </Button>
        <Link to="/analysis/views" className={shared.link}>
          {text.allViews}
        </Link>
      </span>
    </Stack>
  </Panel>
)
