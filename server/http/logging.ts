// Log lines as JSON: what happened, never with secrets, query texts, parameters or people's data.
import type { FastifyServerOptions } from 'fastify'

/** E-mails that a driver or a mail server quotes in its message. */
const EMAIL = /[^\s"'<>()@]+@[^\s"'<>()@]+/g

/** Drivers hang query texts, parameters and details on their errors; the first line and the frames are enough. */
export function safeError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const [first = ''] = error.message.split('\n')
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    ...(code && { code }),
    message: first.replace(EMAIL, '[e-mail]').slice(0, 500),
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
