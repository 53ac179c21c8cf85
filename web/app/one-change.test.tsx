// One change of two amounts on every screen: cards, rings, rankings, lists, Explorar, Por qué and copied cells, over generated
// pairs with ties, negative amounts and zero before.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { monthBounds } from '#contract/month.ts'
import { DISTRIBUTORS, shownText, sumOver } from '#test/changes-shop.ts'
import { SHOWN_CHANGES } from '#test/e2e/server.ts'
import { NIGHTLY } from '#test/nightly.ts'
import { openApp } from '#test/web/app.tsx'
import { connectTo } from '#test/web/network.ts'
import { centreOf, plain, region, tableOf } from '#test/web/tables.ts'

connectTo('changes')

const { months, cents } = SHOWN_CHANGES

interface Asked {
  readonly at: number
  readonly compare: 'previous' | 'year'
}
const ASKED: readonly Asked[] = [
  ...months.slice(1).map((_, index) => ({ at: index + 1, compare: 'previous' }) as const),
  { at: 12, compare: 'year' } as const,
  { at: 13, compare: 'year' } as const,
].filter((_, index) => NIGHTLY || index % 13 === 0)

type Pair = readonly [now: bigint, before: bigint]

function pairOf({ at, compare }: Asked, isMeant: (name: string) => boolean): Pair {
  const courses = [...cents].flatMap(([name, course]) => (isMeant(name) ? [course] : []))
  return [sumOver(courses, at, 1), sumOver(courses, at - (compare === 'year' ? 12 : 1), 1)]
}

/** What a screen shows. */
const textOf = ([now, before]: Pair) => shownText(now, before) ?? (now === 0n ? '0,0 %' : 'Nuevo')
/** What a copied cell holds: a number with a decimal comma; nothing from zero. */
const copiedOf = (pair: Pair) => (pair[1] === 0n ? '' : textOf(pair).replace(/[+.\u00a0 %]/g, ''))

/** By the first column that is not a number, the shown and the copied change. */
async function changesOf(panel: HTMLElement, by: string, title: string) {
  const { headers, rows } = await tableOf(panel)
  const copied = copiedRows(panel)
  const [name, change] = [headers.indexOf(by), headers.indexOf(title)]
  expect([name, change]).not.toContain(-1)
  return rows
    .map((row, index) => ({ name: row[name] ?? '', shown: row[change], copied: copied[index]?.[change] }))
    .filter(({ shown }) => shown !== undefined)
}

/** What the browser puts on the clipboard when all of a table is selected and copied. */
function copiedRows(panel: HTMLElement): string[][] {
  const body = panel.querySelector('tbody')
  const all = { isCollapsed: false, containsNode: () => true, toString: () => '' }
  const selection = vi.spyOn(document, 'getSelection').mockReturnValue(all as unknown as Selection)
  const clipboardData = new DataTransfer()
  body?.dispatchEvent(Object.assign(new Event('copy', { bubbles: true }), { clipboardData }))
  selection.mockRestore()
  return clipboardData
    .getData('text/plain')
    .split('\n')
    .map((line) => line.split('\t'))
}

it.each(ASKED)('month $at against $compare', async (asked) => {
  const month = months[asked.at] ?? ''
  const at = (path: string) =>
    `${path}${path.includes('?') ? '&' : '?'}month=${month}${asked.compare === 'year' ? '&compare=year' : ''}`
  const total = textOf(pairOf(asked, () => true))

  await openApp(at('/?why=measure%3Dnet_sale'))
  const card = screen.getAllByRole('article').find((one) => within(one).queryByText('Venta Neta'))
  expect(plain(card?.textContent)).toContain(total)
  const why = await screen.findByLabelText('¿Por qué cambió?')
  await waitFor(() => expect(plain(why.textContent)).toContain(`(${total})`))

  await openApp(at('/distributors/distributors-overview'))
  expect(centreOf(await region('Facturación por distribuidor'))).toContain(total)
  await openApp(at('/products-overview/business'))
  expect(centreOf(await region('Facturación por negocio'))).toContain(total)

  const product = (name: string) => pairOf(asked, (other) => other === name)
  const sold = [...cents.keys()].filter((name) => product(name).some((amount) => amount !== 0n))
  const expected = sold.map((name) => ({
    name,
    shown: textOf(product(name)),
    copied: copiedOf(product(name)),
  }))
  const sorted = <T extends { name: string }>(rows: readonly T[]) =>
    [...rows].sort((one, other) => one.name.localeCompare(other.name))

  await openApp(at('/products-sales-ranking?per_page=100'))
  const ranking = await changesOf(await region('Ranking de ventas'), 'Producto', 'Variación %')
  expect(sorted(ranking)).toEqual(expected)

  const days = `from=${month}-01&to=${monthBounds(month).to_date}&compare=${asked.compare}`
  await openApp(`/analysis/explore?measures=net_sale&by=product&${days}&per_page=100`)
  const explored = await changesOf(
    await region('Venta Neta por Producto'),
    'Producto',
    'Venta Neta: variación',
  )
  expect(sorted(explored)).toEqual(expected)

  await openApp(at('/distributors/distributors-details'))
  const distributors = await changesOf(await region('Distribuidores'), 'Distribuidor', 'Variación %')
  expect(distributors).toHaveLength(DISTRIBUTORS)
  for (const { name, shown, copied } of distributors) {
    const pair = pairOf(asked, (one) => `Distri ${SHOWN_CHANGES.distributorOf(one)}` === name)
    expect([name, shown, copied]).toEqual([name, textOf(pair), copiedOf(pair)])
  }
})
