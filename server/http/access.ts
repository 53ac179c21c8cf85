import type { FastifyRequest } from 'fastify'
import type { Access } from '#contract/permissions.ts'
import type { App } from './app.ts'
import { HttpError } from './errors.ts'
import { may } from './principal.ts'

/** With `renews`, a token that has just been replaced is accepted too. */
export const guard = (app: App, access: Access, renews?: true) => async (request: FastifyRequest) => {
  request.versions = await app.versions()
  if (access === 'public') return
  const token = /^Bearer +([\w.~+/=-]{1,4096})$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!token) throw new HttpError(401)
  request.principal = await app.authenticate(token, request.versions, renews)
  if (!may(request.principal, access)) throw new HttpError(403)
}
