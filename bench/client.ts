// HTTP client with keep-alive and a bearer token.
import { Agent, get, request } from 'node:http'
import { text } from 'node:stream/consumers'

export interface Answer {
  readonly status: number
  readonly bytes: number
  readonly milliseconds: number
  /** Seconds of Retry-After, 0 without it. */
  readonly retryAfter: number
}

export class Client {
  private readonly agent: Agent
  private readonly port: number
  private readonly token: string

  constructor(port: number, token: string, connections = 1) {
    this.port = port
    this.token = token
    this.agent = new Agent({ keepAlive: true, maxSockets: connections })
  }

  /** Rejects with an AbortError when the signal aborts. */
  get(path: string, signal?: AbortSignal): Promise<Answer> {
    return this.send('GET', path, signal)
  }

  private send(method: string, path: string, signal?: AbortSignal, body?: string): Promise<Answer> {
    const { agent, port } = this
    const headers = {
      authorization: `Bearer ${this.token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    return new Promise((done, fail) => {
      const start = performance.now()
      const options = { host: '127.0.0.1', port, method, path, agent, headers, ...(signal && { signal }) }
      const sent = request(options, (response) => {
        let bytes = 0
        response.on('data', (piece: Buffer) => {
          bytes += piece.length
        })
        response.on('end', () =>
          done({
            status: response.statusCode ?? 0,
            bytes,
            milliseconds: performance.now() - start,
            retryAfter: Number(response.headers['retry-after'] ?? 0),
          }),
        )
        response.on('error', fail)
      })
      sent.on('error', fail)
      sent.end(body)
    })
  }

  /** Rejects when the signal aborts. */
  post(path: string, body: object, signal?: AbortSignal): Promise<Answer> {
    return this.send('POST', path, signal, JSON.stringify(body))
  }

  text(path: string): Promise<string> {
    const { agent, port } = this
    const headers = { authorization: `Bearer ${this.token}` }
    return new Promise((done, fail) => {
      get({ host: '127.0.0.1', port, path, agent, headers }, (response) => {
        text(response).then(done, fail)
      }).on('error', fail)
    })
  }

  close(): void {
    this.agent.destroy()
  }
}
