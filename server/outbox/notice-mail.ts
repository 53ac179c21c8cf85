import type { MailContent } from './mail.ts'
import { escapeHtml, FONT, mailHtml } from './mail-layout.ts'
import { MAIL_TEXT } from './text.ts'

interface NoticeText {
  readonly title: string
  readonly text: string
  readonly link: string
}

export function noticeMail({ title, text, link }: NoticeText): MailContent {
  const paragraphs = text.split('\n').filter((line) => line.trim() !== '')
  const body = paragraphs
    .map(
      (line) =>
        `<p class="gd-ink" style="${FONT};margin:14px 0 0;font-size:15px;line-height:1.55;color:#1a1d23">${escapeHtml(line)}</p>`,
    )
    .join('')
  return {
    subject: title,
    text: `${title}\n\n${text}\n\n${MAIL_TEXT.open}: ${link}\n\n${MAIL_TEXT.noticeFooter}\n`,
    html: mailHtml({ title, preview: text, body, link, footer: escapeHtml(MAIL_TEXT.noticeFooter) }),
  }
}
