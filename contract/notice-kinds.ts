// Without zod, so that the browser can load it.

export const NOTICE_KINDS = [
  'alert-start',
  'alert-end',
  'delivery-failed',
  'view-shared',
  'alert-blind',
  'alert-left',
  'delivery-left',
  'shop-late',
  'time-zone-changed',
  'invitation-failed',
  'import-waiting',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]
