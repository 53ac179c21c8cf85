// Pinned lines and heat maps show all steps of the largest values, as Explorar does, also of a question with a limit.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openApp } from '#test/web/app.tsx'
import { connectTo, dataOf, post } from '#test/web/network.ts'
import { plain } from '#test/web/tables.ts'
import { money } from '#web/text/format.ts'

connectTo('demo', { own: true })

interface Row {
  readonly distributor: { readonly label: string }
  readonly net_sale: number
}

const DAYS = 'from=2026-09-01&to=2026-10-31'

const marksOf = async (title: string) => {
  const pin = await screen.findByRole('article', { name: title })
  await waitFor(() => expect(pin.querySelector('[data-chart]')).not.toBeNull())
  return [...pin.querySelectorAll('[data-chart] [aria-label]')].map((mark) =>
    plain(mark.getAttribute('aria-label')),
  )
}

it.each(['', '&limit=5'])('lines of more rows than a page%s', async (limit) => {
  const question = `measures=net_sale&by=distributor&grain=day&${DAYS}${limit}`
  const pin = { id: 'lines', title: `Por día${limit}`, question, show: 'lines', size: 'large' }
  const made = await post('/api/boards', { name: `Líneas${limit}`, pins: [pin], role_ids: [] })
  const largest = await dataOf<Row[]>(
    `/api/questions/answer?measures=net_sale&by=distributor&${DAYS}&limit=4`,
  )
  const last = await dataOf<Row[]>(
    '/api/questions/answer?measures=net_sale&by=distributor&from=2026-10-31&to=2026-10-31&per_page=1000',
  )
  const [first] = largest
  const sold = last.find(({ distributor }) => distributor.label === first?.distributor.label)
  expect(sold?.net_sale).toBeGreaterThan(0)
  await openApp(`/analysis/board?board=${(await made.json()).data.id}`)
  const spoken = (await marksOf(pin.title)).find((words) => words.startsWith('31/10/2026'))
  expect(spoken).toContain(`${first?.distributor.label} ${plain(money(sold?.net_sale ?? 0))}`)
  for (const { distributor } of largest) expect(spoken).toContain(distributor.label)
  await within(screen.getByRole('article', { name: pin.title })).findByText(/^Se ven 4 de \d+ líneas/)
})

it('a heat map of a question with a limit', async () => {
  const question = `measures=net_sale&by=distributor,business&${DAYS}&limit=3`
  const pin = { id: 'heat', title: 'Calor', question, show: 'heat', size: 'large' }
  const made = await post('/api/boards', { name: 'Calor', pins: [pin], role_ids: [] })
  await openApp(`/analysis/board?board=${(await made.json()).data.id}`)
  const rows = await dataOf<Row[]>(
    `/api/questions/answer?measures=net_sale&by=distributor,business&${DAYS}&per_page=10000`,
  )
  const largest = await dataOf<Row[]>(
    `/api/questions/answer?measures=net_sale&by=distributor&${DAYS}&limit=1`,
  )
  const label = largest[0]?.distributor.label
  const own = rows.filter(({ distributor }) => distributor.label === label)
  expect(own.length).toBeGreaterThan(3)
  const spoken = await marksOf('Calor')
  for (const { net_sale } of own)
    expect(spoken.some((words) => words.endsWith(plain(money(net_sale))))).toBe(true)
})
