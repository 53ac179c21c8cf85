// What a distributor would get, and a test of it to oneself.

import { Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { SheetRecipient } from '#contract/sheet-mails.ts'
import { call } from '#web/api/call.ts'
import type { compareParams } from '#web/api/compare-params.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/message.tsx'
import shared from '#web/ui/shared.module.css'
import { failureOf } from './failure.ts'
import css from './send.module.css'
import { text } from './text.ts'

interface PreviewProps {
  readonly of: SheetRecipient
  /** The month and what it is compared with. */
  readonly shown: ReturnType<typeof compareParams>
  readonly withNames: boolean
  readonly hasMail: boolean
}

export function Preview({ of: { dist_id, dist_name }, shown, withNames, hasMail }: PreviewProps) {
  const body = { dist_id, ...shown, with_names: withNames }
  const preview = useMutation({ mutationFn: () => call('POST /api/sheet-mails/preview', { body }) })
  const attempt = useMutation({ mutationFn: () => call('POST /api/sheet-mails/try', { body }) })
  const mail = preview.data?.data
  const failure = preview.error ?? attempt.error
  return (
    <div>
      <Group gap={8}>
        <Button frame="bordered" working={preview.isPending} onClick={() => preview.mutate()}>
          {text.preview}
        </Button>
        <Button
          frame="bordered"
          disabled={!hasMail}
          working={attempt.isPending}
          onClick={() => attempt.mutate()}
        >
          {text.try}
        </Button>
        <span className={shared.quiet} role="status">
          {attempt.isSuccess ? text.tried : ''}
        </span>
      </Group>
      {failure ? <Failure>{failureOf(failure)}</Failure> : null}
      {mail ? (
        <section aria-label={text.previewOf(dist_name)}>
          <p className={shared.quiet}>{text.previewOf(dist_name)}</p>
          <pre className={`${shared.box} ${css.mail}`}>{mail.text.trim()}</pre>
          <p className={shared.quiet}>{text.files(mail.files.join(', '))}</p>
        </section>
      ) : null}
    </div>
  )
}
