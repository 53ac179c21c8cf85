// Dropped files over HTTP, for tests.
import { RUNNING_IMPORTS } from '#contract/import-states.ts'
import type { ImportPreview } from '#contract/imports.ts'
import type { TestApp, Who } from './app.ts'

export interface Sent {
  readonly name: string
  readonly bytes: Buffer | string
}

function form(files: readonly Sent[], fields: Readonly<Record<string, string>>) {
  const boundary = 'limite-de-la-prueba'
  const parts = [
    ...Object.entries(fields).map(([name, value]) =>
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    ),
    ...files.flatMap(({ name, bytes }) => [
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
      ),
      Buffer.from(bytes),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]
  return { payload: Buffer.concat(parts), type: `multipart/form-data; boundary=${boundary}` }
}

export interface Calls {
  send(
    files: readonly Sent[],
    fields?: Readonly<Record<string, string>>,
    who?: Who | { token: string },
  ): Promise<Answer>
  post(path: string, body?: object): Promise<Answer>
  cancel(id: string): Promise<Answer>
  /** Waits until nothing runs. */
  ended(id: string): Promise<ImportPreview>
}

interface Answer {
  readonly status: number
  readonly body: {
    code?: string
    message?: string
    errors?: { path: string; message: string }[]
    data: ImportPreview
  }
}

export function callsOf(app: TestApp): Calls {
  const answer = (response: { statusCode: number; json(): Answer['body'] }): Answer => ({
    status: response.statusCode,
    body: response.json(),
  })
  return {
    async send(files, fields = {}, who = 'superAdmin') {
      const { payload, type } = form(files, fields)
      const token = typeof who === 'string' ? await app.tokenOf(who) : who.token
      return answer(
        await app.server.inject({
          ...{ method: 'POST', url: '/api/imports', payload },
          headers: { authorization: `Bearer ${token}`, 'content-type': type },
        }),
      )
    },
    post: async (path, body = {}) => answer(await app.post(path, body, 'superAdmin')),
    async cancel(id) {
      const headers = { authorization: `Bearer ${await app.tokenOf('superAdmin')}` }
      return answer(await app.server.inject({ method: 'DELETE', url: `/api/imports/${id}`, headers }))
    },
    async ended(id) {
      for (;;) {
        const { data } = (await app.get(`/api/imports/${id}`, 'superAdmin')).json()
        if (!RUNNING_IMPORTS.includes(data.state)) return data
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
  }
}

export const SALES = 'Pedido;Fecha;Estado;Producto;Cantidad;Importe\n1;2026-05-01;Entregado;Alfajor;2;10,50\n'
export const MAPPED = {
  columns: {
    'ventas.csv': {
      order: 'Pedido',
      date: 'Fecha',
      status: 'Estado',
      product: 'Producto',
      quantity: 'Cantidad',
      line_total: 'Importe',
    },
  },
  currency: 'ARS',
}
