// The bodies that chat tools document for their webhooks.
import { expect, test } from 'vitest'
import { bodyFor } from './chat-tools.ts'

const link = 'https://gondola.example/avisos?aviso=7&mes=2026-05'
const title = 'Caramelos <surtidos> & más: Venta Neta bajó'
const notice = { text: `*${title}*\nSin órdenes hace 26 horas.\n${link}`, title, link, topic: 'alert' }

test('Slack gets its control characters escaped', () => {
  expect(bodyFor('hooks.slack.com', notice)).toEqual({
    ...notice,
    text: '*Caramelos &lt;surtidos&gt; &amp; más: Venta Neta bajó*\nSin órdenes hace 26 horas.\nhttps://gondola.example/avisos?aviso=7&amp;mes=2026-05',
  })
})

test.each([
  'prod-12.brazilsouth.logic.azure.com',
  'default0a1b.2c.environment.api.powerplatform.com',
  'tienda.webhook.office.com',
])('Microsoft Teams gets an Adaptive Card at %s', (host) => {
  expect(bodyFor(host, notice)).toEqual({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            { type: 'TextBlock', text: title, wrap: true, weight: 'Bolder', size: 'Medium' },
            { type: 'TextBlock', text: 'Sin órdenes hace 26 horas.', wrap: true },
          ],
          actions: [{ type: 'Action.OpenUrl', title: 'Ver en Góndola', url: link }],
        },
      },
    ],
  })
})

test.each([
  ['chat.googleapis.com', { text: notice.text }],
  ['discord.com', { content: notice.text, allowed_mentions: { parse: [] } }],
  ['bot.tienda.example', notice],
  ['logic.azure.com.tienda.example', notice],
])('%s gets what it takes', (host, body) => {
  expect(bodyFor(host, notice)).toEqual(body)
})
