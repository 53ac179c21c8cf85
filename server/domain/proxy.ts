// The proxy of a company's network, through which the shop, sign-in providers, webhooks, S3 and mail are reached.
import http from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'

export interface ProxySettings {
  /** For https, and for mail. */
  readonly https: string | undefined
  readonly http: string | undefined
  /** Hosts that are reached directly: names, with their subdomains, or `*`. */
  readonly exempt: string
}

/** Always direct: other parts of this server and of this machine. */
const OWN = 'localhost,127.0.0.1,::1,[::1]'

let current: ProxySettings = { https: undefined, http: undefined, exempt: OWN }

/** From now on, this process reaches other servers this way. Returns the way back. */
export function reachThrough({ exempt, ...proxies }: ProxySettings): () => void {
  const before = current
  current = { ...proxies, exempt: exempt ? `${OWN},${exempt}` : OWN }
  const { https, http: plain } = proxies
  // Node 24 has it; an older one comes with a newer one.
  const restore =
    https || plain
      ? http.setGlobalProxyFromEnv?.({
          ...(https && { HTTPS_PROXY: https }),
          ...(plain && { HTTP_PROXY: plain }),
          NO_PROXY: current.exempt,
        })
      : undefined
  return () => {
    current = before
    restore?.()
  }
}

/** The proxy to a host; undefined: it is reached directly. */
export function proxyTo(hostname: string, protocol = 'https:'): URL | undefined {
  const proxy = protocol === 'http:' ? current.http : current.https
  if (proxy === undefined) return undefined
  const host = hostname.toLowerCase()
  const isExempt = current.exempt
    .split(/[\s,]+/)
    .map((entry) => entry.toLowerCase().replace(/^\*?\./, ''))
    .some((entry) => entry === '*' || (entry !== '' && (host === entry || host.endsWith(`.${entry}`))))
  return isExempt ? undefined : new URL(proxy)
}

const TUNNEL_MS = 10_000

/** A connection to a host through the proxy; of an attempt that fails, nothing stays open. */
export function tunnel(proxy: URL, host: string, port: number, timeout = TUNNEL_MS): Promise<Socket> {
  const { request } = proxy.protocol === 'https:' ? https : http
  const user = [proxy.username, proxy.password].map(decodeURIComponent).join(':')
  const authorization = `Basic ${Buffer.from(user).toString('base64')}`
  return new Promise((resolve, reject) => {
    const asking = request({
      host: proxy.hostname,
      port: proxy.port,
      method: 'CONNECT',
      path: `${host}:${port}`,
      timeout,
      headers: proxy.username ? { 'proxy-authorization': authorization } : {},
    })
    asking
      .on('connect', ({ statusCode = 0 }, socket: Socket, head: Buffer) => {
        // A mail server greets first, perhaps in one packet with the proxy's answer.
        if (head.length > 0) socket.unshift(head)
        if (statusCode === 200) return resolve(socket)
        socket.destroy()
        reject(new Error(`el proxy ${proxy.host} contestó ${statusCode}`))
      })
      .on('timeout', () => {
        reject(new Error(`el proxy ${proxy.host} no contesta`))
        asking.destroy()
      })
      .on('error', (error: Error) =>
        reject(new Error(`no se llega al proxy ${proxy.host}: ${error.message}`)),
      )
      .end()
  })
}
