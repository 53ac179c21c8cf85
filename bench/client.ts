// HTTP client with keep-alive and a bearer token.
import { Agent, get } from 'node:http'
import { text } from 'node:stream/consumers'

export interface Answer {
  readonly status: number
  readonly bytes: number
  readonly milliseconds: number
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

  get(path: string): Promise<Answer> {
    const { agent, port } = this
    const headers = { authorization: `Bearer ${this.token}` }
    return new Promise((done, fail) => {
      const start = performance.now()
      get({ host: '127.0.0.1', port, path, agent, headers }, (response) => {
        let bytes = 0
        response.on('data', (piece: Buffer) => {
          bytes += piece.length
        })
        response.on('end', () =>
          done({ status: response.statusCode ?? 0, bytes, milliseconds: performance.now() - start }),
        )
        response.on('error', fail)
      }).on('error', fail)
    })
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
