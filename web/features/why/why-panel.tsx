// Por qué: beside the content on a desktop, over it on small screens.
import { Box, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { explainParams } from '#contract/questions/explain-question.ts'
import { measureOf } from '#contract/questions/measures.ts'
import { fetchQuery } from '#web/api/call.ts'
import { useCompare } from '#web/api/compare.ts'
import { ApiError } from '#web/api/errors.ts'
import { useMonth } from '#web/api/month.ts'
import { problemSentences } from '#web/shared/questions/question-words.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { ErrorState, Skeleton } from '#web/ui/states.tsx'
import { useFocusBack } from '#web/ui/use-focus-back.ts'
import { type AskedWhy, askedWhy } from './address.ts'
import { Explanation } from './explanation.tsx'
import { text } from './text.ts'
import { Trail } from './trail.tsx'
import css from './why.module.css'

interface WhyPanelProps {
  /** The question in its address form. */
  why: string
  onClose: () => void
}

/** Same width as in app-frame.module.css. */
const BESIDE = '(min-width: 1200px)'

export default function WhyPanel(props: WhyPanelProps) {
  const isBeside = useMediaQuery(BESIDE, true, { getInitialValueInEffect: false })
  useFocusBack()
  return isBeside ? (
    <aside
      className={css.side}
      aria-label={text.title}
      data-side-panel
      onKeyDown={({ key }) => key === 'Escape' && props.onClose()}
    >
      <Content {...props} />
    </aside>
  ) : (
    <Drawer
      open
      style={{ width: 'min(540px, 100vw)', marginLeft: 'auto' }}
      label={text.title}
      onClose={props.onClose}
    >
      {/* Space below short content is not outside the drawer. */}
      <Box mih="100%">
        <Content {...props} />
      </Box>
    </Drawer>
  )
}

function Content({ why, onClose }: WhyPanelProps) {
  const month = useMonth()
  const compare = useCompare()
  const asked = useMemo(() => askedWhy(why, month, compare), [why, month, compare])
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef('')
  useEffect(() => {
    // Moves the focus when the panel opens or goes a step deeper, since the pressed element may be gone; not when the page
    // opens with it.
    if (shown.current !== '' || document.activeElement !== document.body)
      heading.current?.focus({ preventScroll: true })
    if (shown.current !== '') heading.current?.closest('aside, dialog')?.scrollTo({ top: 0 })
    shown.current = why
  }, [why])
  return (
    <>
      <header className={css.head}>
        <Box flex={1} miw={0}>
          <Text c="dimmed" fz="xs" lh={1.4}>
            {text.title}
          </Text>
          <h2 className={css.title} ref={heading} tabIndex={-1}>
            {measureOf(asked.question.measure).title}
          </h2>
        </Box>
        <IconButton label={text.close} size={30} onClick={onClose} data-no-print>
          <IconX size={18} aria-hidden />
        </IconButton>
      </header>
      <Body why={why} asked={asked} />
    </>
  )
}

function Body({ why, asked }: { why: string; asked: AskedWhy }) {
  const { question, problems } = asked
  const params = explainParams(question)
  const state = useQuery({
    ...fetchQuery('GET /api/questions/explain', {
      query: { ...Object.fromEntries(params), where: params.getAll('where') },
    }),
    placeholderData: keepPreviousData,
    enabled: problems.length === 0,
  })
  if (problems.length > 0) return <Refused title={text.badAddress} sentences={problemSentences(problems)} />
  const { error } = state
  if (error instanceof ApiError && error.status === 403) return <Refused sentences={[text.forbidden]} />
  if (error instanceof ApiError && error.status === 400 && error.fields.length > 0)
    return <Refused title={text.refused} sentences={error.fields.map(({ message }) => message)} />
  if (state.status === 'error') return <ErrorState height={320} error={error} onRetry={state.refetch} />
  const body = state.data
  return (
    <div className={css.body} aria-busy={state.status === 'pending' || state.isPlaceholderData || undefined}>
      <Trail why={why} question={question} body={body} />
      {body ? <Explanation why={why} question={question} body={body} /> : <Waiting />}
    </div>
  )
}

const Refused = ({ title, sentences }: { title?: string; sentences: readonly string[] }) => (
  <div className={css.refused} role="status">
    {title ? <h3>{title}</h3> : null}
    {sentences.map((sentence) => (
      <p key={sentence}>{sentence}</p>
    ))}
  </div>
)

const BONES = [64, 96, 280, 180, 180]

const Waiting = () => (
  <Stack gap={20}>
    {BONES.map((height, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: never reordered
      <Skeleton key={index} height={height} />
    ))}
  </Stack>
)
