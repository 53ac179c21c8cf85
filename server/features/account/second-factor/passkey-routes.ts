// Calls of a signed-in account about its passkeys.
import { deletePasskey, passkeys, renamePasskey, savePasskey, startPasskey } from '#contract/passkeys.ts'
import type { AdminApp } from '#server/http/app.ts'
import { audit, auditedChange } from '#server/http/audit.ts'
import { badRequest, HttpError } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'
import type { Tokens } from '../tokens.ts'
import * as factors from './factors.ts'
import { addPasskey, namePasskey, passkeyList, passkeyOf, passkeysOf, removePasskey } from './passkeys.ts'
import { assertSite, redeem, registration, siteOf, verifyNew } from './webauthn.ts'

export function passkeyRoutes(app: AdminApp, { tokens, publicUrl }: { tokens: Tokens; publicUrl: string }) {
  const { store, now } = app
  const site = siteOf(publicUrl)
  const deps = { store, tokens, now }

  route(app, passkeys, async ({ principal }) => ({
    available: site !== undefined,
    passkeys: await passkeyList(store, principal.userId),
  }))

  route(app, startPasskey, ({ principal }) => registration(deps, assertSite(site), principal))

  route(app, savePasskey, async ({ body, principal, log }) => {
    const { userId, email } = principal
    const waiting = await redeem(deps, body.token, 'register')
    const isOwn = waiting?.user === userId
    const found = isOwn && (await verifyNew(assertSite(site), waiting.challenge, body.response))
    if (!found || (await passkeyOf(store, found.id))) throw badRequest('response', 'is wrong, late or used')
    const { codes, hashes } = await factors.newRecoveryCodes()
    const passkey = {
      credential_id: found.id,
      user_id: userId,
      public_key: Buffer.from(found.publicKey).toString('base64url'),
      counter: found.counter,
      transports: body.response.response.transports,
      name: body.name,
    }
    const isFirst = await auditedChange(store, async (tx) => {
      await addPasskey(tx, passkey, now())
      await audit(tx, principal, { action: 'passkey.add', subject: email, after: { name: body.name } }, now())
      if ((await factors.countRecoveryCodes(tx, userId)) > 0) return false
      await factors.replaceRecoveryCodes(tx, userId, hashes)
      return true
    })
    log.info({ userId }, 'passkey added')
    return { recovery_codes: isFirst ? codes : [] }
  })

  route(app, renamePasskey, async ({ params, body, principal }) => {
    const named = await store.transaction((tx) => namePasskey(tx, principal.userId, params.id, body.name))
    if (!named) throw new HttpError('passkey-not-found')
  })

  route(app, deletePasskey, async ({ params: { id }, principal, log }) => {
    const { userId, email, role } = principal
    const isRequired = await factors.requiresFactor(store, role)
    await auditedChange(store, async (tx) => {
      if (!(await removePasskey(tx, userId, id))) throw new HttpError('passkey-not-found')
      const isLast = !(await factors.factorOf(tx, userId)) && (await passkeysOf(tx, userId)).length === 0
      if (isLast && isRequired) throw new HttpError('second-factor-required')
      await factors.dropUnusedRecoveryCodes(tx, userId)
      await audit(tx, principal, { action: 'passkey.remove', subject: email }, now())
    })
    log.info({ userId }, 'passkey removed')
  })
}
