/** Topics of notices; each can be received by mail or not. */
export const NOTICE_TOPICS = {
  alert: 'Alertas',
  delivery: 'Problemas con mis envíos',
} as const

export type NoticeTopic = keyof typeof NOTICE_TOPICS
