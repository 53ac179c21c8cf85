// Deliveries through a real mail server: each recipient receives what the calls answer to them.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import type { OwnDelivery, saveDelivery } from '#contract/deliveries.ts'
import type { Permission } from '#contract/permissions.ts'
import { accountByEmail, addAccount, assignRole, createRole } from '#server/features/account/accounts.ts'
import { smtpMailer } from '#server/outbox/mail.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'
import { ACCOUNTS, PASSWORD, signIn, type TestApp, testApp, type Who } from '#test/app.ts'
import { describeOneEngine } from '#test/engines.ts'
import { type MailServer, startMailServer } from '#test/mail-server.ts'
import { unzip } from '#test/unzip.ts'
import { openSmallShop } from '../../../fixtures/open-small-shop.ts'

type SaveDeliveryBody = z.input<typeof saveDelivery.body>

const MAY = 'measures=net_sale%2Corders&by=distributor&from=2026-05-01&to=2026-05-31&compare=previous'
const DAY = 86_400

describeOneEngine('deliveries', (engine) => {
  let store: Store
  let app: TestApp
  /** Servers on the same database; an embedded one has a single process. */
  let servers: readonly TestApp[]
  let mails: MailServer
  let offset = 0
  const now = () => new Date(Date.UTC(2026, 5, 1, 12) + offset * 1000)
  beforeAll(async () => {
    mails = await startMailServer()
    store = await openSmallShop(engine)
    const options = { mail: smtpMailer(mails.url), publicUrl: 'https://gondola.example', now }
    app = await testApp(store, options)
    servers = engine.name === 'postgres' ? [app, await testApp(store, options)] : [app]
  })
  afterEach(() => mails.reset())
  afterAll(async () => {
    for (const server of servers) await server.close()
    await mails.close()
  })

  const idOf = async (email: string) => (await accountByEmail(store, email))?.user_id ?? 0
  const as = async (email: string, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
    app.server.inject({
      method,
      url,
      headers: { authorization: `Bearer ${await signIn(app, email)}` },
      ...(payload && { payload }),
    })
  async function look() {
    for (const { outbox } of servers) outbox.kick()
    await Promise.all(servers.map(({ outbox }) => outbox.settled()))
  }
  /** Waits until the mails of the next day are sent. */
  async function nextDay() {
    offset += DAY
    await look()
  }
  const body = (recipients: readonly number[], more: Partial<SaveDeliveryBody> = {}): SaveDeliveryBody => ({
    name: 'Ventas del mes',
    question: MAY,
    every: 'day',
    at_time: '08:00',
    attachment: 'csv',
    recipients: [...recipients],
    ...more,
  })
  async function create(
    recipients: readonly string[],
    more: Partial<SaveDeliveryBody> = {},
    by: Who = 'admin',
  ) {
    const ids = await Promise.all(recipients.map(idOf))
    const answer = await as(ACCOUNTS[by], 'POST', '/api/deliveries', body(ids, more))
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return Number(answer.json().data.id)
  }
  const listOf = async (who: Who) => (await as(ACCOUNTS[who], 'GET', '/api/deliveries')).json().data
  const logOf = async (id: number) =>
    (await as(ACCOUNTS.admin, 'GET', `/api/deliveries/${id}/log`)).json().data
  const remove = (id: number) => as(ACCOUNTS.admin, 'DELETE', `/api/deliveries/${id}`)

  const SALES = ['view:scorecard', 'view:distributors'] as const
  const ROLES: Record<string, [readonly Permission[], readonly string[] | null]> = {
    todo: [[...SALES, 'export'], null],
    norte: [[...SALES, 'export'], ['101']],
    sur: [[...SALES, 'export'], ['102']],
    ambos: [
      [...SALES, 'export'],
      ['101', '102'],
    ],
    sin_archivo: [SALES, null],
    norte_sin_archivo: [SALES, ['101']],
    nadie: [[...SALES, 'export'], ['999']],
    sin_distribuidores: [['view:scorecard', 'export'], null],
    sin_ventas: [['view:products', 'export'], null],
    personal: [[...SALES, 'export', 'personal-data'], ['102']],
  }

  const ENDINGS: Record<string, string> = { ambos: '_solo_2_distribuidores' }

  const WHOSE: Record<string, string> = {
    norte: 'Solo Norte Hermanos',
    sur: 'Solo Distribuidora Sur',
    ambos: 'Solo Norte Hermanos y Distribuidora Sur',
    norte_sin_archivo: 'Solo Norte Hermanos',
    nadie: 'Solo 999',
    personal: 'Solo Distribuidora Sur',
  }

  test('send each of ten roles the figures and the file of their own calls', async () => {
    for (const [name, [permissions, dist_ids]] of Object.entries(ROLES)) {
      await store.transaction((tx) => createRole(tx, { name, permissions, dist_ids }))
      await addAccount(store, { email: `${name}@example.com`, name, role: name, password: PASSWORD }, now())
    }
    const emails = Object.keys(ROLES).map((name) => `${name}@example.com`)
    const [id, workbook] = [await create(emails), await create(emails, { attachment: 'xlsx' })]
    await nextDay()
    const answered: string[] = []
    for (const [name, [permissions, dist_ids]] of Object.entries(ROLES)) {
      const email = `${name}@example.com`
      const path = `/api/questions/answer?${MAY}`
      const answer = await as(email, 'GET', path)
      const own = mails.received.filter(({ to }) => to.includes(email))
      expect(own.length, email).toBe(answer.statusCode === 200 ? 2 : 0)
      const text = own[0]?.text.replaceAll('\u00a0', ' ')
      if (text === undefined) continue
      answered.push(email)
      const whose = WHOSE[name] ?? ''
      expect(own[0]?.subject.includes(`${whose && ` (${whose})`}: `), email).toBe(true)
      expect(/^(Solo|Ningún) .*$/m.exec(text)?.[0].trim() ?? '', email).toBe(whose)
      const { data, meta } = answer.json()
      const pesos = (net: number) => net.toLocaleString('es-AR', { minimumFractionDigits: 2 })
      expect(text, email).toContain(`Venta neta: $ ${pesos(meta.totals.net_sale)}`)
      // Drops the third column, the change.
      const rows = text.split('\r\n').map((line) => line.split(' | ').toSpliced(2, 1).join(' '))
      for (const { distributor, net_sale, orders } of data)
        expect(rows, email).toContain(`${distributor.label} ${pesos(net_sale)} ${orders}`)
      const exported = (format: string) => as(email, 'GET', `${path}&export=1&format=${format}`)
      const one = dist_ids ? `_solo_distribuidor_${dist_ids[0]}` : ''
      const ending = ENDINGS[name] ?? one
      const attached = (type: string) => {
        const files = own.flatMap(
          ({ files }) => files.get(`venta_neta_y_ordenes_por_distribuidor_2026-05${ending}.${type}`) ?? [],
        )
        expect(files.length, email).toBe(permissions.includes('export') ? 1 : 0)
        return files[0]
      }
      const [csv, xlsx] = [attached('csv'), attached('xlsx')]
      if (!csv || !xlsx) {
        expect((await exported('csv')).statusCode, email).toBe(403)
        continue
      }
      expect(csv.equals((await exported('csv')).rawPayload), email).toBe(true)
      // Compares the parts, since a zip contains the time when it was written.
      expect(unzip(xlsx), email).toEqual(unzip((await exported('xlsx')).rawPayload))
    }
    expect(answered).toHaveLength(8)
    expect(mails.received).toHaveLength(16)
    const states = (await logOf(id)).map(({ recipient, state }: { recipient: string; state: string }) => [
      recipient,
      state,
    ])
    expect(new Map(states).get('sin_ventas')).toBe('dropped')
    expect(new Map(states).get('norte')).toBe('sent')
    await remove(id)
    await remove(workbook)
  })

  test('put the figures into the subject and body, with chart, link and a spreadsheet', async () => {
    const id = await create([ACCOUNTS.admin], { attachment: 'xlsx' })
    await nextDay()
    const [mail] = mails.received
    // 383.42 in May, and 160.20 in April.
    expect(mail?.subject.replaceAll('\u00a0', ' ')).toMatch(/^Venta neta de mayo: \$ 383,4 \([+−]\d+ %\)$/)
    expect(mail?.text).toContain(`https://gondola.example/analysis/explore?${MAY}`)
    const file = mail?.files.get('venta_neta_y_ordenes_por_distribuidor_2026-05.xlsx')
    expect(file?.subarray(0, 2).toString()).toBe('PK')
    const chart = mail?.files.get('chart.png')
    expect([chart?.subarray(1, 4).toString(), chart?.readUInt32BE(16)]).toEqual(['PNG', 1152])
    expect(mail?.html).toMatch(/<meta name="color-scheme" content="light dark">/)
    expect(mail?.raw).toMatch(/^Content-ID: <chart@gondola>\r$/im)
    expect(mail?.html).toContain('src="cid:chart@gondola"')
    expect(mail?.text).toMatch(/\r\n-- \r\n/)
    await remove(id)
  })

  test('are sent once per due time by two servers, and once after an outage of days', async () => {
    const id = await create([ACCOUNTS.admin, ACCOUNTS.superAdmin])
    await nextDay()
    expect(mails.received).toHaveLength(2)
    await look()
    expect(mails.received).toHaveLength(2)
    offset += 4 * DAY
    await nextDay()
    expect(mails.received).toHaveLength(4)
    await as(
      ACCOUNTS.admin,
      'POST',
      '/api/deliveries',
      body([await idOf(ACCOUNTS.admin)], { id, revision: 1, paused: true }),
    )
    await nextDay()
    expect(mails.received).toHaveLength(4)
    const [own] = (await listOf('admin')).own as OwnDelivery[]
    expect(own).toMatchObject({ id, paused: true, next_at: null })
    await remove(id)
  })

  test('leave although they are changed between their time and the next look', async () => {
    const id = await create([ACCOUNTS.admin])
    offset += DAY
    const changed = { id, revision: 1, name: 'Otro nombre' }
    const own = body([await idOf(ACCOUNTS.admin)], changed)
    expect((await as(ACCOUNTS.admin, 'POST', '/api/deliveries', own)).statusCode).toBe(200)
    await look()
    expect(mails.received.map(({ to, text }) => [to[0], text.includes('«Otro nombre»')])).toEqual([
      [ACCOUNTS.admin, true],
    ])
    // Another time begins anew.
    offset += DAY
    const later = body([await idOf(ACCOUNTS.admin)], { ...changed, revision: 2, at_time: '08:01' })
    expect((await as(ACCOUNTS.admin, 'POST', '/api/deliveries', later)).statusCode).toBe(200)
    await look()
    expect(mails.received).toHaveLength(1)
    await remove(id)
  })

  test('can be unsubscribed with one click, without signing in', async () => {
    const id = await create([ACCOUNTS.scoped, ACCOUNTS.admin])
    await nextDay()
    const mail = mails.received.find(({ to }) => to.includes(ACCOUNTS.scoped))
    expect(mail?.raw).toMatch(/List-Unsubscribe-Post: List-Unsubscribe=One-Click/i)
    const link = /List-Unsubscribe:\s*<https:\/\/gondola\.example([^>]+)>/i.exec(mail?.raw ?? '')?.[1] ?? ''
    const page = await app.get(link)
    expect([page.statusCode, page.body.includes('Ventas del mes')]).toEqual([200, true])
    expect((await listOf('scoped')).received).toMatchObject([{ id, subscribed: true }])
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const click = (url: string) =>
      app.server.inject({ method: 'POST', url, headers, payload: 'List-Unsubscribe=One-Click' })
    const forged = link.replace(/unsubscribe\/(\d+)\.\d+\./, '/unsubscribe/$1.1.').replace('//', '/')
    expect((await click(forged)).statusCode).toBe(404)
    expect((await click(link)).statusCode).toBe(200)
    expect((await listOf('scoped')).received).toMatchObject([{ id, subscribed: false }])
    mails.reset()
    await nextDay()
    expect(mails.received.map(({ to }) => to)).toEqual([[ACCOUNTS.admin]])
    await as(ACCOUNTS.scoped, 'POST', `/api/deliveries/${id}/subscription`, { subscribed: true })
    await nextDay()
    expect(mails.received).toHaveLength(3)
    await remove(id)
  })

  test('do not reach people who were removed or limited while the mail server was down', async () => {
    await addAccount(
      store,
      { email: 'va@example.com', name: 'Va', role: 'scoped', password: PASSWORD },
      now(),
    )
    const id = await create(['va@example.com', 'norte@example.com'])
    mails.trouble = '451'
    await nextDay()
    expect((await logOf(id)).map(({ state }: { state: string }) => state)).toEqual(['waiting', 'waiting'])
    await store.run(sql`update users set deleted_at = created_at where email = 'va@example.com'`)
    await store.run(sql`update roles set dist_ids = '["102"]' where name = 'norte'`)
    mails.trouble = undefined
    offset += 120
    await look()
    expect(mails.received).toEqual([])
    const reasons = (await logOf(id)).map(({ state, reason }: { state: string; reason: string }) => [
      state,
      reason,
    ])
    expect(reasons).toContainEqual(['dropped', 'Sus permisos cambiaron desde que se preparó'])
    await remove(id)
  })

  test('do not leave once they are deleted, or their reader is taken out or unsubscribes, while the mail server was down', async () => {
    const readers = [ACCOUNTS.viewer, ACCOUNTS.scoped, ACCOUNTS.superAdmin]
    const question = MAY.replace('&by=distributor', '')
    const [kept, deleted] = [await create(readers, { question }), await create([ACCOUNTS.admin])]
    mails.trouble = '451'
    await nextDay()
    await remove(deleted)
    const less = body([await idOf(ACCOUNTS.scoped), await idOf(ACCOUNTS.superAdmin)], {
      id: kept,
      revision: 1,
      question,
    })
    expect((await as(ACCOUNTS.admin, 'POST', '/api/deliveries', less)).statusCode).toBe(200)
    const subscription = `/api/deliveries/${kept}/subscription`
    await as(ACCOUNTS.scoped, 'POST', subscription, { subscribed: false })
    mails.trouble = undefined
    offset += 120
    await look()
    expect(mails.received.map(({ to }) => to)).toEqual([[ACCOUNTS.superAdmin]])
    const reasons = (await logOf(kept)).map(({ state, reason }: { state: string; reason: string }) => [
      state,
      reason,
    ])
    expect(reasons.filter(([state]: string[]) => state === 'dropped')).toEqual([
      ['dropped', 'La persona ya no recibe este envío'],
      ['dropped', 'La persona ya no recibe este envío'],
    ])
    await remove(kept)
  })

  test('keep a reader who was without a role while they were changed', async () => {
    const id = await create([ACCOUNTS.scoped, ACCOUNTS.admin])
    const takesRole = (role: string) =>
      store.transaction(async (tx) => assignRole(tx, await idOf(ACCOUNTS.scoped), role))
    await takesRole('')
    const [own] = (await listOf('admin')).own as OwnDelivery[]
    const shown = own?.recipients.map((one) => one.id) ?? []
    expect(shown).toEqual([await idOf(ACCOUNTS.admin)])
    const changed = body(shown, { id, revision: 1, name: 'Otro nombre' })
    expect((await as(ACCOUNTS.admin, 'POST', '/api/deliveries', changed)).statusCode).toBe(200)
    await takesRole('scoped')
    await nextDay()
    expect(mails.received.map(({ to }) => to[0]).sort()).toEqual([ACCOUNTS.admin, ACCOUNTS.scoped])
    await remove(id)
  })

  test('notify their owner once when the view stops working', async () => {
    const view = await as(ACCOUNTS.admin, 'POST', '/api/views', {
      name: 'Por distribuidor',
      address: `/analysis/explore?${MAY}`,
      role_ids: [],
    })
    const view_id = view.json().data.id
    const id = await create([ACCOUNTS.viewer, ACCOUNTS.superAdmin], { question: null, view_id })
    await nextDay()
    expect(mails.received.map(({ to }) => to[0])).toEqual([ACCOUNTS.superAdmin])
    await as(ACCOUNTS.admin, 'DELETE', `/api/views/${view_id}`)
    mails.reset()
    await nextDay()
    expect(mails.received.map(({ to, subject }) => [to[0], subject])).toEqual([
      [ACCOUNTS.admin, 'El envío «Ventas del mes» no salió'],
    ])
    const [own] = (await listOf('admin')).own as OwnDelivery[]
    expect(own?.trouble).toMatch(/^La vista de este envío ya no existe/)
    await remove(id)
  })

  test('send a view that their owner sees as an administrator alone', async () => {
    const roles: { id: number; name: string }[] = (
      await as(ACCOUNTS.admin, 'GET', '/api/sharing/roles')
    ).json().data
    const view = await as(ACCOUNTS.admin, 'POST', '/api/views', {
      name: 'De otro rol',
      address: `/analysis/explore?${MAY}`,
      role_ids: roles.filter(({ name }) => name === 'viewer').map(({ id }) => id),
    })
    const more = { question: null, view_id: view.json().data.id }
    const id = await create([ACCOUNTS.superAdmin], more, 'superAdmin')
    await nextDay()
    expect(mails.received.map(({ to, subject }) => [to[0], subject.slice(0, 18)])).toEqual([
      [ACCOUNTS.superAdmin, 'Venta neta de mayo'],
    ])
    await as(ACCOUNTS.superAdmin, 'DELETE', `/api/deliveries/${id}`)
  })

  test('tell their owner when the account could not have them sent', async () => {
    const id = await create([ACCOUNTS.superAdmin])
    const needsFactor = (needs: boolean) =>
      store.transaction(async (tx) => {
        await tx.run(sql`update roles set second_factor = ${needs} where name = 'admin'`)
        await bumpVersions(tx, ['accounts'])
      })
    await needsFactor(true)
    await nextDay()
    expect(mails.received.map(({ to, subject }) => [to[0], subject])).toEqual([
      [ACCOUNTS.admin, 'El envío «Ventas del mes» no salió'],
    ])
    await needsFactor(false)
    const { own } = await listOf('admin')
    expect(own).toMatchObject([
      {
        id,
        trouble:
          'A la cuenta que programó el envío le falta el rol, la contraseña, el segundo factor o un ingreso reciente',
      },
    ])
    await nextDay()
    expect(mails.received.at(-1)?.to).toEqual([ACCOUNTS.superAdmin])
    expect((await listOf('admin')).own).toMatchObject([{ id, trouble: '' }])
    await remove(id)
  })

  test('can be paused although what they show is gone, and not resumed', async () => {
    const view = await as(ACCOUNTS.admin, 'POST', '/api/views', {
      name: 'De paso',
      address: `/analysis/explore?${MAY}`,
      role_ids: [],
    })
    const view_id = view.json().data.id
    const id = await create([ACCOUNTS.admin], { question: null, view_id })
    await as(ACCOUNTS.admin, 'DELETE', `/api/views/${view_id}`)
    const save = async (more: Partial<SaveDeliveryBody>) => {
      const own = body([await idOf(ACCOUNTS.admin)], { id, question: null, view_id, ...more })
      const answer = await as(ACCOUNTS.admin, 'POST', '/api/deliveries', own)
      return [answer.statusCode, answer.json().errors?.[0]?.path]
    }
    expect(await save({ paused: true })).toEqual([200, undefined])
    expect((await listOf('admin')).own).toMatchObject([{ id, paused: true, next_at: null }])
    expect(await save({ paused: false })).toEqual([400, 'view_id'])
    expect(await save({ paused: true, view_id: 999_999 })).toEqual([400, 'view_id'])
    await remove(id)
  })

  test('tell their owner, under the bell too, when a mail is given up', async () => {
    const id = await create([ACCOUNTS.superAdmin], { name: 'Rechazado' })
    const told = async () => {
      const { notices } = (await as(ACCOUNTS.admin, 'GET', '/api/notices')).json().data
      return notices
        .filter(({ title }: { title: string }) => title.includes('Rechazado'))
        .map(({ kind, body }: { kind: string; body: string }) => [kind, body])
    }
    mails.trouble = '550'
    await nextDay()
    await look()
    const refused = 'A superAdmin de prueba: El servidor de correo contestó 550 <[e-mail]> unknown'
    expect(await told()).toEqual([['delivery-failed', refused]])
    const [own] = (await listOf('admin')).own as OwnDelivery[]
    expect(own?.trouble).toBe(refused)
    mails.trouble = '451'
    await nextDay()
    expect(await told()).toHaveLength(1)
    offset += 3 * DAY
    await look()
    const expired = 'A superAdmin de prueba: El servidor de correo contestó 451 try later'
    expect(await told()).toContainEqual(['delivery-failed', expired])
    await remove(id)
  })

  test('sends a test only to the owner, and hides the delivery from others', async () => {
    const id = await create([ACCOUNTS.viewer])
    await as(ACCOUNTS.admin, 'POST', `/api/deliveries/${id}/try`)
    await look()
    expect(
      mails.received.map(({ to, subject }) => [to[0], subject.startsWith('Prueba: Venta neta')]),
    ).toEqual([[ACCOUNTS.admin, true]])
    expect(await logOf(id)).toMatchObject([{ is_test: true, state: 'sent' }])
    const stranger = async (method: 'POST' | 'DELETE' | 'GET', path: string, payload?: object) =>
      (await as(ACCOUNTS.superAdmin, method, path, payload)).statusCode
    expect(await stranger('DELETE', `/api/deliveries/${id}`)).toBe(404)
    expect(await stranger('POST', `/api/deliveries/${id}/try`)).toBe(404)
    expect(await stranger('GET', `/api/deliveries/${id}/log`)).toBe(404)
    expect(await stranger('POST', '/api/deliveries', body([1], { id }))).not.toBe(200)
    await remove(id)
  })

  test.each([
    ['on_day', { every: 'week', on_day: 0 }],
    ['on_day', { every: 'month', on_day: 29 }],
    ['at_time', { at_time: '24:00' }],
    ['question', { question: 'measures=nothing' }],
    ['question', { question: null }],
    ['view_id', { question: null, view_id: 999_999 }],
    ['recipients', { recipients: [999_999] }],
  ] as const)('refuse a wrong %s', async (field, more) => {
    const answer = await as(ACCOUNTS.admin, 'POST', '/api/deliveries', {
      ...body([await idOf(ACCOUNTS.admin)]),
      ...more,
    })
    expect([answer.statusCode, answer.json().errors?.[0]?.path]).toEqual([400, field])
  })

  test('reach their readers although a city, a segment and a name hold characters that XML lacks', async () => {
    const dirt = 'Córdoba \u0001\u000b\u001f\ufffe\ud83d Capital 😀'
    await store.run(sql`update orders set city = ${dirt.toWellFormed()} where order_id = 10`)
    await store.run(sql`update distributors set name = ${'Norte\u0008\u0002'} where dist_id = '101'`)
    await store.transaction((tx) => bumpVersions(tx, ['dimensions']))
    const question = MAY.replace('by=distributor', 'by=city')
    const ids = [
      await create([ACCOUNTS.admin], { name: 'Sucio\u0007', question, attachment: 'xlsx' }),
      await create([ACCOUNTS.admin], {
        name: 'Sucio por día',
        question: `${MAY}&grain=day`.replace('&compare=previous', ''),
      }),
      await create([ACCOUNTS.admin], { name: 'Sucio por distribuidor' }),
    ]
    await nextDay()
    const own = mails.received.filter(({ text }) => text.includes('«Sucio'))
    expect(own).toHaveLength(3)
    for (const { files, text, html, subject } of own) {
      expect([...files.keys()]).toEqual(expect.arrayContaining(['chart.png', 'chart-dark.png']))
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must be absent
      expect([text, html, subject].join('')).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe]/)
    }
    for (const id of ids) await remove(id)
  })
})
