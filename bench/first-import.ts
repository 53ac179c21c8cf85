// First import from a store that takes 200 ms per response, compared with the same requests in a plain loop.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { oauth } from '#server/sources/woocommerce/signing.ts'
import { KEY, SECRET } from '#test/shop-server/keys.ts'
import { count, heading, mib, seconds, table, timed } from './figures.ts'
import { gondola } from './processes.ts'

const SHOP = fileURLToPath(new URL('./slow-shop.ts', import.meta.url))

/** Delay of each response in milliseconds. */
const DELAY = 200
/** How many of the 3,000 recorded orders the shop has. */
const COPIES = 4

export interface SlowShopAsked {
  readonly addresses: readonly string[]
  readonly mostAtOnce: number
}

export async function measureFirstImport(folder: string): Promise<void> {
  heading(`First import from a store that answers in ${DELAY} ms, the command from start to end`)
  const shop = fork(SHOP, [String(DELAY), String(COPIES)])
  try {
    const [started]: { url: string }[] = await once(shop, 'message')
    const url = started?.url ?? ''
    const run = await gondola(['import', 'woocommerce'], folder, {
      GONDOLA_WOOCOMMERCE_URL: url,
      GONDOLA_WOOCOMMERCE_KEY: KEY,
      GONDOLA_WOOCOMMERCE_SECRET: SECRET,
    })
    shop.send('asked')
    const [asked]: SlowShopAsked[] = await once(shop, 'message')
    if (!asked) throw new Error('The store does not tell what it was asked')
    const { addresses, mostAtOnce } = asked
    const [, waiting] = await timed(() => askAll(url, addresses, mostAtOnce))
    const own = (run.milliseconds - waiting) / run.milliseconds
    console.log(
      table(
        ['', 'took', 'requests', 'at once', 'peak memory'],
        [
          [
            `${count(3000 * COPIES)} orders, empty store`,
            seconds(run.milliseconds),
            count(addresses.length),
            String(mostAtOnce),
            mib(run.peak),
          ],
          [
            'the same requests, answers thrown away',
            seconds(waiting),
            count(addresses.length),
            String(mostAtOnce),
            '',
          ],
        ],
      ),
    )
    console.log(`\nown share of the time: ${(own * 100).toFixed(1)} %`)
  } finally {
    shop.disconnect()
  }
}

async function askAll(url: string, addresses: readonly string[], atOnce: number): Promise<void> {
  const left = addresses.values()
  const asker = async () => {
    for (const address of left) {
      const target = new URL(address, url)
      const authorization = oauth(target, { key: KEY, secret: SECRET }, Date.now())
      await (await fetch(target, { headers: { authorization } })).arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, asker))
}
