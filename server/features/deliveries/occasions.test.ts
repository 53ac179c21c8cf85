// What a mail says of its moment: late, before a period has data, while it runs, and of rows that a limit leaves out.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { writeBackup } from '#server/copies/backup.ts'
import { restoreBackup } from '#server/copies/restore.ts'
import { folderStorage } from '#server/copies/storage.ts'
import { accountByEmail } from '#server/features/account/accounts.ts'
import { smtpMailer } from '#server/outbox/mail.ts'
import { openStore } from '#server/store/open.ts'
import type { Store } from '#server/store/store.ts'
import { ACCOUNTS, callSignedIn, signIn, type TestApp, testApp } from '#test/app.ts'
import { describeOneEngine, testEngine } from '#test/engines.ts'
import { type MailServer, startMailServer } from '#test/mail-server.ts'
import { everyNth } from '#test/nightly.ts'
import { openSmallShop, SMALL_SHOP } from '../../../fixtures/open-small-shop.ts'

describeOneEngine('the occasion of a delivery', (engine) => {
  let store: Store
  let app: TestApp
  let mails: MailServer
  let clock = ''
  let fileNames: string[] = []
  beforeAll(async () => {
    mails = await startMailServer()
    store = await openSmallShop(engine)
    const options = { mail: smtpMailer(mails.url), publicUrl: 'https://gondola.example' }
    clock = '2026-05-20T12:00:00Z'
    app = await testApp(store, { ...options, now: () => new Date(clock) })
  })
  afterEach(() => mails.reset())
  afterAll(async () => {
    await app.close()
    await mails.close()
  })

  const call = (method: 'POST' | 'DELETE', url: string, payload?: object) =>
    callSignedIn(app, method, url, payload)

  /** The mail of a delivery made at `from`, seen by a server that looks at `to` (UTC; the shop's clock is three hours behind). */
  async function mailOf(question: string | object, schedule: object, from: string, to: string) {
    clock = from
    const own = await accountByEmail(store, ACCOUNTS.superAdmin)
    const what = typeof question === 'string' ? { question } : question
    const body = { name: 'Cierre', ...what, attachment: 'csv', recipients: [own?.user_id], ...schedule }
    const made = await call('POST', '/api/deliveries', body)
    expect([made.statusCode, made.body]).toEqual([200, expect.anything()])
    clock = to
    app.outbox.kick()
    await app.outbox.settled()
    const { id } = made.json().data
    const gone = await call('DELETE', `/api/deliveries/${id}`)
    expect(gone.statusCode).toBe(200)
    expect(mails.received).toHaveLength(1)
    const plain = (text: string | undefined) => (text ?? '').replaceAll('\u00a0', ' ')
    const [mail] = mails.received
    fileNames = [...(mail?.files.keys() ?? [])].filter((name) => name.endsWith('.csv'))
    return {
      subject: plain(mail?.subject),
      text: plain(mail?.text),
      file: [...(mail?.files.entries() ?? [])].find(([name]) => name.endsWith('.csv'))?.[1].toString() ?? '',
    }
  }

  const CLOSE = { every: 'month', on_day: 31, at_time: '23:30' }
  const MONTH = 'measures=net_sale%2Corders&period=this_month&compare=previous'

  test.each([
    ['on time', '2026-06-01T02:31:00Z', false],
    ['when the server is back in the next month', '2026-06-01T03:05:00Z', true],
    ['after three days', '2026-06-04T02:00:00Z', true],
  ])('is the month that closed, %s', async (_, sent, isLate) => {
    const { subject, text } = await mailOf(MONTH, CLOSE, '2026-06-01T02:20:00Z', sent)
    expect(subject).toMatch(/^Venta neta de mayo: \$ 383,4 \(/)
    expect(text).toContain('mayo, contra abril')
    expect(fileNames).toEqual(['venta_neta_y_ordenes_2026-05.csv'])
    if (isLate) expect(text).toContain('correspondía al 31/5/2026 a las 23:30')
    else expect(text).not.toContain('tarde')
  })

  /** The last day of each kind, minutes before midnight; the mail that it makes at any time until the next one is due. */
  const LAST_MINUTES = [
    ['day', { every: 'day', at_time: '23:59' }, '2026-05-20', 'mayo, en curso al 20/5/2026', 1],
    ['week', { every: 'week', on_day: 7, at_time: '23:58' }, '2026-05-24', 'mayo, en curso al 24/5/2026', 7],
    ['month', { every: 'month', on_day: 31, at_time: '23:57' }, '2026-05-31', 'mayo', 28],
    ['year', { every: 'month', on_day: 31, at_time: '23:56' }, '2025-12-31', 'diciembre', 28],
  ] as const
  const AWAY = [1, 10, 24 * 60 - 10, 24 * 60, 3 * 24 * 60]
  const addMinutes = (time: string, minutes: number) =>
    new Date(Date.parse(time) + minutes * 60_000).toISOString()

  // By day each kind and each absence.
  const seenLater = LAST_MINUTES.flatMap(([kind, schedule, day, period, daysApart]) =>
    AWAY.map((minutes) => ({ kind, schedule, day, period, daysApart, minutes })),
  )
  test.each(everyNth(seenLater, 3))(
    'is the last minutes of a $kind, seen $minutes minutes later',
    async (given) => {
      const { kind, schedule, day, period, daysApart, minutes } = given
      const due = new Date(`${day}T${schedule.at_time}:00-03:00`).toISOString()
      const seen = addMinutes(due, minutes)
      const { subject, text } = await mailOf(MONTH, schedule, addMinutes(due, -10), seen)
      // A daily mail that was missed on several days speaks of the last of them.
      const missed = Math.floor(minutes / (daysApart * 24 * 60))
      const spoken = new Date(Date.parse(`${day}T00:00:00Z`) + missed * daysApart * 86_400_000)
      const [year, month, date] = spoken.toISOString().slice(0, 10).split('-').map(Number)
      const name = period.replace(/\d+\/5\/2026/, `${date}/5/2026`)
      expect(subject.startsWith(`Venta neta de ${name}: `)).toBe(true)
      const sentDay = addMinutes(seen, -180).slice(0, 10)
      const late = `correspondía al ${date}/${month}/${year} a las ${schedule.at_time}`
      if (sentDay === spoken.toISOString().slice(0, 10)) expect(text).not.toContain('tarde')
      else expect(text).toContain(late)
      const [ofMonth, ofDay] = [month, date].map((part) => String(part).padStart(2, '0'))
      expect(text).toContain(`from=${year}-${ofMonth}-01&to=`)
      const isClosed = kind === 'month' || kind === 'year'
      const days = isClosed ? `${year}-${ofMonth}` : `${year}-${ofMonth}-01_${ofMonth}-${ofDay}_en_curso`
      expect(fileNames).toEqual([`venta_neta_y_ordenes_${days}.csv`])
    },
  )

  test('of a running month holds nothing that came after it', async () => {
    const schedule = { every: 'month', on_day: 5, at_time: '08:00' }
    const seen = ['2026-05-05T10:50:00Z', '2026-05-15T15:00:00Z'] as const
    const { subject, text, file } = await mailOf(MONTH, schedule, ...seen)
    // Orders 10 to 13: 100.50 + 20.25 + 108.00 + 36.45.
    expect(subject).toMatch(/^Venta neta de mayo, en curso al 5\/5\/2026: \$ 265,2/)
    expect(text).toContain('correspondía al 5/5/2026 a las 08:00')
    expect(file.split('\r\n')[1]).toMatch(/^265,20;0,00;265,20;[^;]*;4;0;4;/)
  })

  test.each([
    ['2026-05-15T15:00:00Z', 'Distribuidores de mayo, en curso al 15/5/2026'],
    ['2026-06-02T15:00:00Z', 'Distribuidores de mayo'],
  ])('of a table, seen at %s, says as of when its rows are', async (seen, subject) => {
    const what = {
      name: 'Distribuidores',
      table: '/api/distributors/get-distributors-list?start_date=2026-05',
      address: '/x',
    }
    const schedule = { every: 'month', on_day: 5, at_time: '08:00' }
    const mail = await mailOf(what, schedule, '2026-05-05T10:50:00Z', seen)
    expect(mail.subject).toBe(subject)
    expect(mail.text).toContain('correspondía al 5/5/2026 a las 08:00')
  })

  test('is one mail, at its time, after a clock that ran years ahead', async () => {
    clock = '2026-05-31T12:00:00Z'
    const own = await accountByEmail(store, ACCOUNTS.superAdmin)
    const body = { name: 'Cierre', question: MONTH, attachment: 'none', recipients: [own?.user_id], ...CLOSE }
    const made = await call('POST', '/api/deliveries', body)
    const subjects: (string | undefined)[] = []
    for (const time of [
      '2031-01-01T12:00:00Z',
      '2026-05-31T13:00:00Z',
      '2026-06-01T02:31:00Z',
      // Put back by an hour, it reaches the due time again.
      '2026-06-01T01:31:00Z',
      '2026-06-01T02:32:00Z',
    ]) {
      clock = time
      app.outbox.kick()
      await app.outbox.settled()
      subjects.push(...mails.received.map(({ subject }) => subject?.replaceAll('\u00a0', ' ')))
      mails.reset()
    }
    await call('DELETE', `/api/deliveries/${made.json().data.id}`)
    expect(subjects).toHaveLength(2)
    expect(subjects[0]).toBe('Venta neta de diciembre: sin datos')
    expect(subjects[1]).toMatch(/^Venta neta de mayo: \$ 383,4 \(/)
  })

  test('says its filters in subject, text and file name', async () => {
    const where =
      'measures=net_sale&by=distributor&from=2026-05-01&to=2026-05-31&where=distributor:101&where=province!:SALTA'
    const daily = { every: 'day', at_time: '08:00' }
    const { subject, text, file } = await mailOf(where, daily, '2026-06-02T09:00:00Z', '2026-06-02T11:01:00Z')
    expect(subject).toMatch(/^Venta neta de mayo \(Distribuidor: Norte Hermanos; Provincia: sin Salta\): \$ /)
    expect(text).toContain('Distribuidor: Norte Hermanos\r\nProvincia: sin Salta')
    expect(file).not.toBe('')
    expect(fileNames).toEqual(['venta_neta_por_distribuidor_distribuidor_101_con_filtros_2026-05.csv'])
  })

  test('without data says so, and no fall', async () => {
    const daily = { every: 'day', at_time: '08:00' }
    const { subject, text } = await mailOf(MONTH, daily, '2026-06-02T09:00:00Z', '2026-06-02T11:01:00Z')
    expect(subject).toBe('Venta neta de junio, en curso al 2/6/2026: sin datos')
    expect(text).toContain('Todavía no hay órdenes de junio en Góndola')
    expect(`${subject}${text}`).not.toContain('100 %')
  })

  test('of a period that runs without a completed order yet says no fall', async () => {
    const daily = { every: 'day', at_time: '08:00' }
    // A distributor without completed orders in May, which had some before.
    const question = 'measures=cancelled_orders&period=today&compare=previous'
    const { subject, text } = await mailOf(question, daily, '2026-05-21T09:00:00Z', '2026-05-21T11:01:00Z')
    expect(subject).toMatch(/^Órdenes canceladas del 21\/5\/2026, día en curso: /)
    expect(text).toContain('21/5/2026, día en curso, contra 20/5/2026')
    expect(`${subject}${text}`).not.toContain('100 %')
  })

  test('of a monthly screen each week shows the last closed week', async () => {
    clock = '2026-05-18T10:00:00Z'
    const view = {
      name: 'Ranking',
      address: '/products-sales-ranking',
      question: 'measures=net_sale&by=product',
    }
    const made = await call('POST', '/api/views', view)
    expect(made.statusCode, made.body).toBe(200)
    const weekly = { every: 'week', on_day: 1, at_time: '08:00' }
    const what = { view_id: made.json().data.id }
    const { subject, text } = await mailOf(what, weekly, '2026-05-18T10:00:00Z', '2026-05-18T11:01:00Z')
    expect(subject).toMatch(/^Venta neta del 11\/5\/2026 al 17\/5\/2026: /)
    expect(text).toContain('11/5/2026 al 17/5/2026, contra 4/5/2026 al 10/5/2026')
  })

  test('of the goals says how far each is, as Metas does, in the mail and in its file', async () => {
    clock = '2026-05-18T10:00:00Z'
    const cells = [{ key: '101', month: '2026-05', amount: 700 }]
    const saved = await call('POST', '/api/goals', { measure: 'net_sale', by: 'distributor', cells })
    expect(saved.statusCode, saved.body).toBe(200)
    const weekly = { every: 'week', on_day: 1, at_time: '08:00' }
    const address = { address: '/analysis/goals?by=distributor' }
    const { subject, text, file } = await mailOf(
      address,
      weekly,
      '2026-05-18T10:00:00Z',
      '2026-05-18T11:01:00Z',
    )
    const shown = await app.server.inject({
      url: '/api/goals/progress?measure=net_sale&by=distributor&month=2026-05',
      headers: { authorization: `Bearer ${await signIn(app, ACCOUNTS.superAdmin)}` },
    })
    const [row] = shown.json().data
    const write = (value: number) =>
      value.toLocaleString('es-AR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
    const share = ((row.so_far / 700) * 100).toLocaleString('es-AR', { maximumFractionDigits: 1 })
    expect(subject).toBe(`Metas de mayo de 2026, en curso al 18/5/2026: ${share} % de la meta`)
    expect(text).toContain(`Norte Hermanos | 700,00 | ${write(row.so_far)}`)
    expect(text).toContain(`| ${write(row.forecast)}`)
    const inFile = ((row.so_far / 700) * 100).toFixed(2).replace('.', ',').replace(/0$/, '')
    expect(file).toContain(`Norte Hermanos;700,00;${write(row.so_far)};${inFile};`)
    expect(fileNames).toEqual(['metas_2026-05_al_2026-05-18.csv'])
    expect(text).toContain('https://gondola.example/analysis/goals?by=distributor')
    mails.reset()
    const none = await mailOf(
      { address: '/analysis/goals?by=segment' },
      ...([weekly, '2026-05-18T10:00:00Z', '2026-05-18T11:01:00Z'] as const),
    )
    expect(none.subject).toBe('Metas de mayo de 2026, en curso al 18/5/2026: sin metas')
    const refused = await call('POST', '/api/deliveries', {
      ...{ name: 'Mal', address: '/customers', every: 'day', at_time: '08:00', recipients: [1] },
    })
    expect([refused.statusCode, refused.json().errors?.[0].path]).toEqual([400, 'address'])
  })

  test.each([
    ['runs at noon', '12:00', ', en curso al 31/5/2026', 'metas_2026-05_al_2026-05-31.csv'],
    ['closes in its last hour', '23:30', '', 'metas_2026-05.csv'],
  ])('of the goals on the last day of their month %s', async (_, at_time, running, name) => {
    const due = new Date(`2026-05-31T${at_time}:00-03:00`).toISOString()
    const daily = { every: 'day', at_time }
    const address = { address: '/analysis/goals?by=segment' }
    const { subject } = await mailOf(address, daily, addMinutes(due, -10), addMinutes(due, 1))
    expect(subject).toBe(`Metas de mayo de 2026${running}: sin metas`)
    expect(fileNames).toEqual([name])
  })

  test('of a period that runs names its day', async () => {
    const daily = { every: 'day', at_time: '08:00' }
    const { subject } = await mailOf(MONTH, daily, '2026-05-21T09:00:00Z', '2026-05-21T11:01:00Z')
    expect(subject).toMatch(/^Venta neta de mayo, en curso al 21\/5\/2026: \$ /)
  })

  test('with a limit carries what it leaves out, in the mail and in its file', async () => {
    const question = 'measures=net_sale&by=distributor&from=2026-05-01&to=2026-05-31&limit=1'
    const daily = { every: 'day', at_time: '08:00' }
    const { text, file } = await mailOf(question, daily, '2026-06-02T09:00:00Z', '2026-06-02T11:01:00Z')
    // 192.97 of 383.42.
    expect(text).toContain('Resto | 190,45')
    expect(file).toContain('Resto;190,45')
  })

  test('marks weeks that the period cuts', async () => {
    const question = 'measures=net_sale&grain=week&from=2026-05-01&to=2026-05-31'
    const daily = { every: 'day', at_time: '08:00' }
    const { text } = await mailOf(question, daily, '2026-06-02T09:00:00Z', '2026-06-02T11:01:00Z')
    const cut = text.split('\r\n').filter((line) => line.includes('días'))
    // May 2026 begins on a Friday and ends on a Sunday.
    expect(cut.map((line) => line.split(' | ')[0])).toEqual(['27/4/2026, 3 días'])
  })
})

/** A delivery of this month to its owner, and the subjects of the mails that a look at each of these times writes. */
async function subjectsOf(app: TestApp, mails: MailServer, look: () => Promise<void>): Promise<string[]> {
  mails.reset()
  await look()
  await app.outbox.settled()
  const plain = mails.received.map(({ subject, text }) =>
    `${subject}${/correspondía al ([^.]*)/.exec(text.replaceAll('\u00a0', ' '))?.[0] ?? ''}`.replaceAll(
      '\u00a0',
      ' ',
    ),
  )
  mails.reset()
  return plain
}

const THIS_MONTH = { name: 'Cierre', question: 'measures=net_sale&period=this_month', attachment: 'none' }

async function deliverTo(app: TestApp, store: Store, schedule: object): Promise<void> {
  const own = await accountByEmail(store, ACCOUNTS.superAdmin)
  const body = { ...THIS_MONTH, recipients: [own?.user_id], ...schedule }
  const made = await app.post('/api/deliveries', body, 'superAdmin')
  expect([made.statusCode, made.body]).toEqual([200, expect.anything()])
}

describeOneEngine('deliveries at the hours that clocks skip and repeat', (engine) => {
  test.each([
    ['skipped', '2026-03-28', ['29/3/2026', '30/3/2026']],
    ['repeated', '2026-10-24', ['25/10/2026', '26/10/2026']],
  ])('are one mail a day where 02:30 is %s', async (_, from, days) => {
    const mails = await startMailServer()
    const store = await openSmallShop(engine)
    let clock = Date.parse(`${from}T12:00:00Z`)
    const app = await testApp(store, {
      ...{ mail: smtpMailer(mails.url), publicUrl: 'https://gondola.example', timeZone: 'Europe/Madrid' },
      now: () => new Date(clock),
    })
    await deliverTo(app, store, { every: 'day', at_time: '02:30' })
    const sent: string[] = []
    for (let step = 0; step < 3 * 38; step++) {
      clock += 20 * 60_000
      sent.push(...(await subjectsOf(app, mails, async () => app.outbox.kick())))
    }
    const month = from === '2026-03-28' ? 'marzo' : 'octubre'
    expect(sent).toEqual(days.map((day) => `Venta neta de ${month}, en curso al ${day}: sin datos`))
    await app.close()
    await mails.close()
  })
})

describe('a backup that is restored while a delivery is due', () => {
  const engine = testEngine('duckdb')

  const restores = [
    ['before the mail', '2026-05-31T12:00:00Z', '2026-06-03T12:00:00Z', 1],
    ['before the mail, put in place before midnight', '2026-05-31T12:00:00Z', '2026-06-01T02:40:00Z', 1],
    ['after the mail', '2026-06-01T03:00:00Z', '2026-06-03T12:00:00Z', 0],
  ] as const
  test.each(everyNth(restores, 2))(
    '%s speaks of its occasion, once',
    async (_, backedUp, restored, count) => {
      const mails = await startMailServer()
      const folder = mkdtempSync(join(tmpdir(), 'gondola-restored-'))
      const place = await engine.place(SMALL_SHOP)
      let clock = '2026-05-30T12:00:00Z'
      const now = () => new Date(clock)
      const copies = {
        ...{ place, storage: folderStorage(join(folder, 'backups')), workFolder: join(folder, 'work') },
        ...{ key: undefined, now, dataDir: place.dataDir ?? '' },
      }
      const running = async () => {
        const store = await openStore(place)
        const options = { mail: smtpMailer(mails.url), publicUrl: 'https://gondola.example' }
        return { store, app: await testApp(store, { ...options, now }) }
      }
      const lookAt = (app: TestApp, time: string) =>
        subjectsOf(app, mails, async () => {
          clock = time
          app.outbox.kick()
        })
      const first = await running()
      await deliverTo(first.app, first.store, { every: 'month', on_day: 31, at_time: '23:30' })
      const times = ['2026-06-01T02:31:00Z', backedUp].sort()
      for (const time of times) {
        const sent = await lookAt(first.app, time)
        expect(sent.length).toBe(time === '2026-06-01T02:31:00Z' ? 1 : 0)
        if (time === backedUp) await writeBackup({ ...copies, store: first.store })
      }
      await first.app.close()
      await first.store.close()

      clock = restored
      await restoreBackup(copies, { force: true })
      const second = await running()
      const sent = [
        ...(await lookAt(second.app, restored)),
        ...(await lookAt(second.app, '2026-06-05T12:00:00Z')),
      ]
      expect(sent).toHaveLength(count)
      for (const subject of sent) {
        expect(subject).toMatch(/^Venta neta de mayo: \$ 383,4/)
        expect(subject.includes('correspondía al 31/5/2026 a las 23:30')).toBe(restored > '2026-06-02')
      }
      await second.app.close()
      await second.store.close()
      await mails.close()
      rmSync(folder, { recursive: true })
    },
  )
})
