// The body of a notice as the chat tool behind a webhook takes it; other programs receive the notice itself.
import { MAIL_TEXT } from './text.ts'

export interface Told {
  /** Title, text and link, a line each. */
  readonly text: string
  readonly title: string
  readonly link: string
}

const GOOGLE = /^chat\.googleapis\.com$/
const DISCORD = /(^|\.)discord(app)?\.com$/
const SLACK = /^hooks\.slack(-gov)?\.com$/
/** Workflows, and connectors of before. */
const TEAMS = /(^|\.)(logic\.azure\.com|powerplatform\.com|webhook\.office\.com)$/

export function bodyFor(host: string, notice: Told): object {
  // They refuse fields that they do not know.
  if (GOOGLE.test(host)) return { text: notice.text }
  if (DISCORD.test(host)) return { content: notice.text }
  if (SLACK.test(host)) return { ...notice, text: escapeSlack(notice.text) }
  return TEAMS.test(host) ? cardOf(notice) : notice
}

/** The characters that Slack uses for links and mentions. */
const escapeSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** An Adaptive Card: workflows of Teams take nothing else. */
function cardOf({ text, title, link }: Told) {
  const line = (words: string) => ({ type: 'TextBlock', text: words, wrap: true })
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      { ...line(title), weight: 'Bolder', size: 'Medium' },
      ...text
        .split('\n')
        .slice(1, -1)
        .map((words) => line(words)),
    ],
    actions: [{ type: 'Action.OpenUrl', title: MAIL_TEXT.open, url: link }],
  }
  const card = { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }
  return { type: 'message', attachments: [card] }
}
