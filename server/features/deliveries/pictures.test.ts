// The picture in a mail reaches the end of the asked period: a shop whose distributor 2 sold until June, read from the pixels.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountByEmail } from '#server/features/account/accounts.ts'
import { importShop } from '#server/ingest/import.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import { smtpMailer } from '#server/outbox/mail.ts'
import { ACCOUNTS, type TestApp, TIME_ZONE, testApp } from '#test/app.ts'
import { describeOneEngine } from '#test/engines.ts'
import { type MailServer, startMailServer } from '#test/mail-server.ts'
import { ownFilesSource } from '#test/own-files.ts'
import { type Pixels, pixelsOf } from '#test/png.ts'

const FOLDER = 'fixtures/small-files/stopped-distributor'
const NOW = '2026-11-26T15:00:00Z'
/** Pixels of the picture per pixel of the drawing, whose axis ends and right margin begins here. */
const ZOOM = 2
const [LEFT, RIGHT] = [72 * ZOOM, 556 * ZOOM]
const FIRST = '#3154c9'
const SECOND = '#c98a00'

describeOneEngine('the picture of a mail', (engine) => {
  let app: TestApp
  let mails: MailServer
  let own = 0
  beforeAll(async () => {
    mails = await startMailServer()
    const store = await engine.open()
    const source = await ownFilesSource(FOLDER)
    await importShop({ store, source, timeZone: TIME_ZONE, progress: silentProgress, currency: 'ARS' })
    await source.close()
    const options = { mail: smtpMailer(mails.url), publicUrl: 'https://gondola.example' }
    app = await testApp(store, { ...options, now: () => new Date(NOW) })
    own = (await accountByEmail(store, ACCOUNTS.superAdmin))?.user_id ?? 0
  })
  afterAll(async () => {
    await app.close()
    await mails.close()
  })

  async function pictureOf(question: string): Promise<Pixels> {
    const schedule = { every: 'day', at_time: '23:00', attachment: 'none', recipients: [own] }
    const made = await app.post('/api/deliveries', { name: 'Curso', question, ...schedule }, 'superAdmin')
    expect([made.statusCode, made.body]).toEqual([200, expect.anything()])
    mails.reset()
    await app.post(`/api/deliveries/${made.json().data.id}/try`, {}, 'superAdmin')
    await app.outbox.settled()
    return pixelsOf(mails.received[0]?.files.get('chart.png') ?? Buffer.alloc(0))
  }

  /** Of a picture with this number of steps, the steps that have a column. */
  function columnsIn(picture: Pixels, steps: number): number[] {
    const width = (RIGHT - LEFT) / steps
    // Just above the axis.
    const y = 199 * ZOOM
    return Array.from({ length: steps }, (_, step) => step).filter(
      (step) => picture.colorAt(Math.round(LEFT + (step + 0.5) * width), y) === FIRST,
    )
  }

  test('has the months after a distributor was lost', async () => {
    const picture = await pictureOf('measures=net_sale&grain=month&period=last_12_months&where=distributor:2')
    // December 2025 to November 2026; it sold from January to June.
    expect(columnsIn(picture, 12)).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('fills no column of a month that still runs', async () => {
    const asked = 'measures=net_sale&grain=month&where=distributor:1'
    // It sold in October and in November, of which today is the 26th.
    expect(columnsIn(await pictureOf(`${asked}&period=last_12_months`), 12).slice(-1)).toEqual([10])
    const until = await pictureOf(`${asked}&from=2025-11-01&to=2026-10-31`)
    expect(columnsIn(until, 12).slice(-1)).toEqual([11])
  })

  test.each([
    // Sold on the 5th, 6th and 10th.
    ['from=2026-10-01&to=2026-10-31', 31, [4, 5, 9]],
    // From 28 August to 25 November; sold on 5 and 10 September, those days, and 10 and 20 November.
    ['period=last_90_days', 90, [8, 13, 38, 39, 43, 74, 84]],
  ])('has the days without sales of %s', async (period, steps, sold) => {
    expect(columnsIn(await pictureOf(`measures=net_sale&grain=day&${period}`), steps)).toEqual(sold)
  })

  test('leads the line of a lost distributor to the end, at zero', async () => {
    const picture = await pictureOf('measures=net_sale&by=distributor&grain=month&period=last_12_months')
    const axis = 200 * ZOOM
    /** Of the line above the axis, in the months from December on, whose points begin and end further inside than columns. */
    const heightAt = (step: number) => {
      const x = Math.round((92 + (464 * step) / 11) * ZOOM)
      const found = Array.from({ length: axis }, (_, y) => y).filter((y) => picture.colorAt(x, y) === SECOND)
      return axis - (found[0] ?? 0)
    }
    expect(heightAt(3)).toBeGreaterThan(40)
    for (const step of [8, 9, 10]) expect(heightAt(step)).toBeLessThan(5)
  })
})
