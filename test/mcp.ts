// Sends one message to /mcp as an assistant with the protocol version of 2025 does, without a client and its handshake.
import type { LightMyRequestResponse } from 'fastify'
import { z } from 'zod'
import { MCP_PATH } from '#contract/assistants.ts'
import type { App } from '#server/http/app.ts'

const ACCEPT = 'application/json, text/event-stream'

export const sendMessage = ({ server }: App, token: string, body: string): Promise<LightMyRequestResponse> =>
  server.inject({
    method: 'POST',
    url: MCP_PATH,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: ACCEPT },
    payload: body,
  })

const answered = z.object({
  result: z.object({
    isError: z.boolean().optional(),
    content: z.tuple([z.object({ text: z.string() })]),
    structuredContent: z.record(z.string(), z.unknown()).optional(),
  }),
})

/** The answer of a tool, or the text of its refusal. */
export async function callTool(app: App, token: string, name: string, args: object) {
  const params = { name, arguments: args }
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  const { statusCode, body } = await sendMessage(app, token, message)
  if (statusCode !== 200) throw new Error(`${name} answered ${statusCode} ${body}`)
  const { result } = answered.parse(JSON.parse(body.replace(/^[\s\S]*?^data: /m, '')))
  return { told: result.structuredContent, refusal: result.isError ? result.content[0].text : undefined }
}
