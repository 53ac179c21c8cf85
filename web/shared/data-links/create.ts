// The call that creates a data link, for forms that show the same error texts.
import { useMutation } from '@tanstack/react-query'
import { call, refresh } from '#web/api/call.ts'
import { byStatus } from '#web/api/errors.ts'
import { newLinkText as text } from './text.ts'

export const LINKS = 'GET /api/data-links'

export interface NewLink {
  readonly name: string
  /** Parameters of GET /api/questions/answer. */
  readonly question: string
}

export const useCreateLink = () =>
  useMutation({
    mutationFn: (body: NewLink) => call('POST /api/data-links', { body }),
    onSuccess: () => refresh(LINKS),
  })

export type CreateLinkCall = ReturnType<typeof useCreateLink>

export const failureText = byStatus({ 400: text.unanswerable, 403: text.refused }, text.failed)
