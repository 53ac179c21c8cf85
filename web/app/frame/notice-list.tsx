// The newest notices of the user, with links to their subjects.
import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Notice } from '#contract/notices.ts'
import { call, refresh, useCall } from '#web/api/call.ts'
import { ago, dateTime } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { PageLink } from '#web/ui/links.tsx'
import shared from '#web/ui/shared.module.css'
import { ErrorState, focusOn, LoadingProgress } from '#web/ui/states.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import classes from './notice-list.module.css'
import { noticeText as text } from './notice-text.ts'

const NOTICES = 'GET /api/notices'
const HEIGHT = 120

export default function NoticeList({ onDone }: { onDone: () => void }) {
  const state = useCall(NOTICES)
  const read = useMutation({
    mutationFn: (body: { up_to?: number; ids?: number[] }) => call('POST /api/notices/read', { body }),
    onSuccess: () => refresh(NOTICES),
  })
  if (state.isPending) return <LoadingProgress height={HEIGHT} />
  if (state.isError) return <ErrorState height={HEIGHT} error={state.error} onRetry={state.refetch} />
  const { notices, unread } = state.data.data
  const [newest] = notices
  return (
    <div className={classes.list}>
      <div className={classes.head}>
        <h2 className={shared.smallHeading}>{text.title}</h2>
        {newest && unread > 0 ? (
          <Button
            onClick={({ currentTarget }) => {
              stayAt(currentTarget.closest('div'))
              read.mutate({ up_to: newest.id })
            }}
            working={read.isPending}
          >
            {text.readAll}
          </Button>
        ) : null}
      </div>
      {newest ? (
        <ul className={classes.items}>
          {notices.map((notice) => (
            <Item
              key={notice.id}
              notice={notice}
              onRead={() => read.mutate({ ids: [notice.id] })}
              onDone={onDone}
            />
          ))}
        </ul>
      ) : (
        <Text c="dimmed" fz="sm" ta="center" py={22} px={14}>
          {text.empty}
        </Text>
      )}
    </div>
  )
}

/** The pressed button disappears, and with it the focus would. */
const stayAt = (box: HTMLElement | null) => box && focusOn(box)

interface ItemProps {
  readonly notice: Notice
  readonly onRead: () => void
  readonly onDone: () => void
}

function Item({ notice: { kind, title, body, links, created_at, read_at }, onRead, onDone }: ItemProps) {
  const follow = () => {
    if (read_at === null) onRead()
    onDone()
  }
  return (
    <li className={classes.item} data-unread={read_at === null || undefined} data-kind={kind}>
      <p className={classes.what}>
        {read_at === null ? <VisuallyHidden>{text.unread}</VisuallyHidden> : null}
        {title}
      </p>
      <Text c="var(--gd-text-soft)" fz="xs" mt={2} mb={4}>
        {body}
      </Text>
      <p className={classes.foot}>
        <time dateTime={created_at} title={dateTime(created_at)}>
          {ago(created_at)}
        </time>
        {links.map(({ label, href }) => (
          // biome-ignore lint/a11y: the click of the link inside bubbles here
          <span key={href} onClick={follow}>
            <PageLink href={href}>{label}</PageLink>
          </span>
        ))}
        {read_at === null ? (
          <button
            type="button"
            className={classes.read}
            onClick={({ currentTarget }) => {
              stayAt(currentTarget.closest('li'))
              onRead()
            }}
          >
            {text.read}
          </button>
        ) : null}
      </p>
    </li>
  )
}
