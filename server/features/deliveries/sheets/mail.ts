// The mail with the Ficha that a distributor gets: nothing in it needs an account.
import { escapeMarkup } from '#contract/markup-text.ts'
import type { ScreenReport } from '#server/http/mailed.ts'
import { mailHtml } from '#server/outbox/mail-layout.ts'
import { MAIL_TEXT } from '#server/outbox/text.ts'
import { paragraph } from '../report-mail.ts'
import { tableHtml, tableText } from '../screen-mail.ts'
import { DELIVERY_TEXT } from '../text.ts'
import { SHEET_MAIL_TEXT as text } from './text.ts'

export interface SheetFrame {
  readonly sender: string
  readonly shop: string
  readonly isTest: boolean
  /** What the reader should know about the file, if anything. */
  readonly fileNote: string | undefined
  /** Undefined in a test, whose reader would unsubscribe the distributor. */
  readonly unsubscribe: string | undefined
}

export function sheetMail({ title, notes, tables }: ScreenReport, frame: SheetFrame) {
  const { sender, shop, isTest, fileNote, unsubscribe } = frame
  const after = fileNote === undefined ? [] : [fileNote]
  const from = text.from(sender, shop)
  const way =
    unsubscribe === undefined
      ? ''
      : `<br><a class="gd-dim" href="${escapeMarkup(unsubscribe)}" style="color:#5b6370">${MAIL_TEXT.unsubscribe}</a>`
  return {
    subject: isTest ? DELIVERY_TEXT.testSubject(title) : title,
    html: mailHtml({
      ...{ title, preview: notes.join(' '), link: undefined, footer: escapeMarkup(from) + way },
      body: [...notes.map(paragraph), ...tables.map(tableHtml), ...after.map(paragraph)].join(''),
    }),
    text: [
      ...[title, ...notes, ...tables.flatMap(tableText), ...after],
      ...[
        '',
        '-- ',
        from,
        ...(unsubscribe === undefined ? [] : [`${MAIL_TEXT.unsubscribe}: ${unsubscribe}`]),
      ],
      '',
    ].join('\n'),
  }
}
