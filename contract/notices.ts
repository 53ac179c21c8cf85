// Notices of an account: the bell.
import { z } from 'zod'
import { type DataOf, endpoint } from './endpoint.ts'
import { NOTICE_KINDS } from './notice-kinds.ts'
import { count, id, utcTime } from './vocabulary.ts'

export const notices = endpoint('GET /api/notices', {
  access: 'session',
  summary: 'The newest notices of the caller’s account, at most 100',
  data: z.object({
    unread: count.describe('Notices not read yet'),
    notices: z.array(
      z.object({
        id,
        kind: z.enum(NOTICE_KINDS),
        title: z.string().meta({ example: 'Distribuidora Norte: Venta Neta bajó 42,0 %' }),
        body: z.string().meta({ example: '$ 1.250,00 en 7 días; lo habitual: $ 2.155,17.' }),
        links: z.array(
          z.object({
            label: z.string().meta({ example: 'Ver el aviso' }),
            href: z
              .string()
              .meta({ description: 'Address on this server', example: '/analysis/alerts?alert=3' }),
          }),
        ),
        created_at: utcTime,
        read_at: utcTime.nullable(),
      }),
    ),
  }),
})

export const readNotices = endpoint('POST /api/notices/read', {
  access: 'session',
  summary: 'Marks notices of the caller’s account as read',
  body: z.object({
    up_to: z.number().int().min(1).max(999_999_999_999).optional().meta({
      description: 'All up to this id',
      example: 42,
    }),
    ids: z
      .array(z.number().int().min(1))
      .max(100)
      .optional()
      .meta({ description: 'These', example: [42] }),
  }),
  data: z.object({ unread: count }),
})

export type Notice = DataOf<typeof notices>['notices'][number]
