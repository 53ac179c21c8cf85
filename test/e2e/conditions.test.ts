// Every screen in Chromium as some people have it: on paper, in forced colours, at 400 %, translated, with storage blocked. None is
// empty or loses a name. Nightly: five walks over all screens.
import { spawnSync } from 'node:child_process'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { NIGHTLY } from '../nightly.ts'
import { type AppRoute, addressOf, appRoutes } from './app-routes.ts'
import { type PageOptions, startProduct } from './harness.ts'
import { FEW, NAMES, programOf } from './other-browsers.ts'
import { blockStorage, signIn, translate } from './restrictions.ts'
import { goTo, pagesOf, shown, walk } from './walk.ts'

const WALK = { timeout: 1_800_000 }
/** 1280 by 1024 points at 400 %. */
const MAGNIFIED = { width: 320, height: 256 }

const screens = (await appRoutes()).filter(({ access }) => access !== undefined && access !== 'given')
const namesOn = (page: Page) => page.evaluate<string[]>(`(() => { ${NAMES} })()`)

/** Texts of the colour of what is behind them, or on the grey of what cannot be used. */
const unseenTexts = (page: Page) =>
  page.evaluate(() => {
    const behind = (element: Element | null): string => {
      for (let box = element; box; box = box.parentElement) {
        const { backgroundColor } = getComputedStyle(box)
        if (!/^rgba\(.*, 0\)$|^transparent$/.test(backgroundColor)) return backgroundColor
      }
      return getComputedStyle(document.documentElement).backgroundColor
    }
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = 'GrayText'
    const grey = getComputedStyle(probe).color
    probe.remove()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const unseen: string[] = []
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const parent = text.parentElement
      if (!parent || text.textContent?.trim() === '' || !parent.checkVisibility({ checkOpacity: true }))
        continue
      const isDrawn = parent.closest('svg') !== null
      const { color, fill } = getComputedStyle(parent)
      const around = behind(isDrawn ? parent.closest('svg') : parent)
      if (around === grey || around === (isDrawn ? fill : color)) unseen.push(String(text.textContent))
    }
    return unseen
  })

/** Bars that stay, over what is read. */
const coveredHeight = (page: Page) =>
  page.evaluate(() => {
    scrollTo(0, document.documentElement.scrollHeight / 2)
    const bars = [...document.querySelectorAll('body *')].filter((box) => {
      const { position } = getComputedStyle(box)
      const { top, bottom, width } = box.getBoundingClientRect()
      const isWide = width > innerWidth / 2 && bottom > 0 && top < innerHeight
      return (
        isWide &&
        (position === 'fixed' || (position === 'sticky' && !box.closest('table'))) &&
        box.checkVisibility()
      )
    })
    return Math.max(0, ...bars.map((bar) => bar.getBoundingClientRect().height))
  })

describe.runIf(NIGHTLY)('every screen', WALK, () => {
  const product = startProduct()

  /** Walks with a plain page beside one under a condition; `look` returns what is wrong there. */
  async function compare(
    open: () => Promise<Page>,
    look: (page: Page, route: AppRoute, names: readonly string[]) => Promise<readonly string[]>,
  ): Promise<string[]> {
    const [plain] = await pagesOf(product, 1)
    const page = await open()
    return walk([page], screens, async (_, route) => {
      const address = `${await addressOf(route, product.dataOf)}`
      await goTo(plain!, address)
      await shown(plain!, route)
      const names = [...(await namesOn(plain!)), ...route.title.split(' ')].filter((name) => name !== '')
      await goTo(page, address)
      await shown(page, route)
      return look(page, route, names)
    })
  }
  const own = async (options: PageOptions) => (await pagesOf(product, 1, options))[0]!
  const missing = (names: readonly string[], text: string) =>
    names.filter((name) => !text.includes(name)).map((name) => `“${name}” is missing`)
  /** As the reader sees it, in one line. */
  const wordsOn = (page: Page) =>
    page.evaluate(() =>
      [
        document.body.innerText,
        ...[...document.querySelectorAll('main *')].map(({ textContent }) => textContent),
      ].join(' '),
    )

  it('prints its names, on no empty page', async () => {
    const toText = programOf(['pdftotext'], ['poppler-utils'])
    const problems = await compare(
      () => own({}),
      async (page, _, names) => {
        const input = await page.pdf({ format: 'A4' })
        const { stdout } = spawnSync(toText, ['-', '-'], { input, encoding: 'utf8' })
        const pages = stdout.split('\f').slice(0, -1)
        const empty = pages.flatMap((text, at) =>
          text.trim().length > FEW ? [] : [`page ${at + 1} of ${pages.length} is empty`],
        )
        return [...empty, ...missing(names, stdout)]
      },
    )
    expect(problems).toEqual([])
  })

  it('shows every text in forced colours, light and dark', async () => {
    const problems = await compare(
      () => own({}),
      async (page, _, names) => {
        const found: string[] = []
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ forcedColors: 'active', colorScheme })
          found.push(...(await unseenTexts(page)).map((text) => `“${text}” is unseen in ${colorScheme}`))
        }
        return [...found, ...missing(names, await wordsOn(page))]
      },
    )
    expect(problems).toEqual([])
  })

  it('leaves room to read at 400 %', async () => {
    const problems = await compare(
      () => own({ viewport: MAGNIFIED }),
      async (page, _, names) => {
        const width = await page.evaluate(() => document.documentElement.scrollWidth)
        const covered = await coveredHeight(page)
        return [
          ...(width > MAGNIFIED.width ? [`is ${width} wide`] : []),
          ...(covered > MAGNIFIED.height / 2 ? [`a bar covers ${covered} of ${MAGNIFIED.height}`] : []),
          ...missing(names, await wordsOn(page)),
        ]
      },
    )
    expect(problems).toEqual([])
  })

  it('follows on a translated page', async () => {
    const problems = await compare(
      () => own({}),
      async (page, _, names) => {
        const found = missing(names, await wordsOn(page))
        await page.evaluate(translate)
        return found
      },
    )
    expect(problems).toEqual([])
  })

  it('works with storage blocked', async () => {
    const problems = await compare(
      async () => {
        const page = await (await product.open(null, { as: null, fresh: true })).context().newPage()
        page.on('pageerror', ({ message }) => errors.push(message))
        page.on('console', (line) => line.type() === 'error' && errors.push(line.text()))
        await page.addInitScript(blockStorage)
        await page.goto(product.url('/'))
        await signIn(page)
        return page
      },
      async (page, _, names) => [...errors.splice(0), ...missing(names, await wordsOn(page))],
    )
    expect(problems).toEqual([])
  })
  const errors: string[] = []
})
