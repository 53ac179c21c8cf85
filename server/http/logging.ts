// Log lines as JSON without secrets, SQL, parameters or personal data.
import type { FastifyServerOptions } from 'fastify'
import { withoutEmails } from '#server/domain/e-mails.ts'

/** Drivers put SQL, parameters and details into their errors, so only the first line and the stack frames are kept. */
export function safeError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const [first = ''] = error.message.split('\n')
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    ...(code && { code }),
    // Drivers and mail servers quote e-mails.
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
