// Boards and their changes, for the screen Tablero and for pins added elsewhere.
import { useMutation } from '@tanstack/react-query'
import type { Board, Pin, SaveBoardBody } from '#contract/boards.ts'
import { type Answer, call, fetchQuery, queryClient, refresh } from '#web/api/call.ts'
import { byStatus } from '#web/api/errors.ts'
import { boardsText as text } from '../text.ts'

export const BOARDS = 'GET /api/boards'

export const refreshBoards = () => refresh(BOARDS)

/** The board in the server's last answer; its revision grows with each change. */
export const knownBoard = (id: number): Board | undefined =>
  queryClient
    .getQueryData<Answer<typeof BOARDS>>(fetchQuery(BOARDS).queryKey)
    ?.data.find((board) => board.id === id)

/** One change at a time, each based on the revision of the one before. A failed change shows the server's board. */
export const useSaveBoard = (onSaved: (id: number) => void = () => {}) =>
  useMutation({
    scope: { id: 'boards' },
    mutationFn: (body: () => SaveBoardBody) => call('POST /api/boards', { body: body() }),
    onSuccess: async ({ data }) => {
      await refreshBoards()
      onSaved(data.id)
    },
    onError: refreshBoards,
  })

export const bodyOf = ({ id, revision, name, role_ids }: Board, pins: readonly Pin[]): SaveBoardBody => ({
  id,
  revision,
  name,
  role_ids,
  pins: [...pins],
})

export const failureText = byStatus({}, text.failure)

/** Unique within its board. Works on plain http too, where browsers have no `crypto.randomUUID`. */
export const newPinId = (): string => crypto.getRandomValues(new Uint32Array(2)).join('-')
