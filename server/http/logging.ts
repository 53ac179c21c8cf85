// Log lines as JSON: what happened, never with secrets, query texts, parameters or people's data.
import type { FastifyServerOptions } from 'fastify'
import { withoutEmails } from '#server/domain/e-mails.ts'

/** Drivers hang query texts, parameters and details on their errors; the first line and the frames are enough. */
export function safeError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const [first = ''] = error.message.split('\n')
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    ...(code && { code }),
    // A driver or a mail server quotes people.
    message: withoutEmails(first).slice(0, 500),
    stack: frames.map((line) => line.trim()).join('\n'),
  }
}

export const logTo = (
  stream: { write(line: string): void },
  level: string,
): Exclude<FastifyServerOptions['logger'], boolean | undefined> => ({
  level,
  stream,
  serializers: {
    err: (error: unknown) => ({ message: '', stack: '', ...safeError(error), type: 'Error' }),
    req: (request) => ({ method: request.method }),
    res: (reply) => ({ statusCode: reply.statusCode }),
  },
})
