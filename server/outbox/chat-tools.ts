// The body of a notice as the chat tool behind a webhook takes it, and what its answer means; other programs receive the notice
// itself.
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
const TEAMS_WORKFLOWS = /(^|\.)(logic\.azure\.com|powerplatform\.com)$/
const TEAMS_CONNECTORS = /(^|\.)webhook\.office\.com$|^outlook\.office(365)?\.com$/
const isTeams = (host: string) => TEAMS_WORKFLOWS.test(host) || TEAMS_CONNECTORS.test(host)

export function bodyFor(host: string, notice: Told): object {
  // They refuse fields that they do not know.
  if (GOOGLE.test(host)) return { text: notice.text }
  // Names come from outside, such as the city that a buyer typed: none calls a channel together.
  if (DISCORD.test(host)) return { content: notice.text, allowed_mentions: { parse: [] } }
  if (SLACK.test(host)) return { ...notice, text: escapeSlack(notice.text) }
  return isTeams(host) ? cardOf(notice) : notice
}

/** Connectors of Teams answer 200 to what Teams then refuses, and tell its status in the body. */
export const hidesFailures = (host: string): boolean => TEAMS_CONNECTORS.test(host)

/** The status that an answer of such a tool stands for. */
export const statusTold = ({ status, body }: { readonly status: number; readonly body: string }): number =>
  Number(/Microsoft Teams endpoint returned HTTP error (\d{3})/.exec(body)?.[1] ?? status)

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
