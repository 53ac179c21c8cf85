// A signed cookie marks the browsers in which an account has signed in, so that wrong passwords from elsewhere do not lock
// them out. It is no credential; it only selects the counter of wrong passwords.
import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DEVICE_SECONDS, type Device, type Tokens } from './tokens.ts'

/** One per account, because several people may share a browser. */
const cookieOf = (userId: number) => `gondola_device_${userId}`

export async function knownDevice(tokens: Tokens, { headers }: FastifyRequest, userId: number, now: Date) {
  const token = new RegExp(`(?:^|; *)${cookieOf(userId)}=([\\w.-]+)`).exec(headers.cookie ?? '')?.[1]
  const device = token === undefined ? undefined : await tokens.checkDevice(token, now)
  return device?.userId === userId ? device : undefined
}

export async function rememberDevice(
  tokens: Tokens,
  reply: FastifyReply,
  device: Omit<Device, 'deviceId'> & Partial<Device>,
  now: Date,
): Promise<void> {
  const token = await tokens.signDevice({ deviceId: randomUUID(), ...device }, now)
  const secure = reply.request.protocol === 'https' ? '; Secure' : ''
  const scope = `Path=/api/login; HttpOnly; SameSite=Strict; Max-Age=${DEVICE_SECONDS}${secure}`
  reply.header('set-cookie', `${cookieOf(device.userId)}=${token}; ${scope}`)
}
