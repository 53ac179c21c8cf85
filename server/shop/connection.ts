// The connected shop: from the environment, else from the settings, where its keys are encrypted.
import { join } from 'node:path'
import { z } from 'zod'
import { Secret } from '#server/config/config.ts'
import type { Source } from '../ingest/source.ts'
import type { Mapping } from '../sources/woocommerce/mapping.ts'
import { restShop } from '../sources/woocommerce/rest.ts'
import { wooCommerceSource } from '../sources/woocommerce/source.ts'
import { trustCertificates } from '../sources/woocommerce/trust.ts'
import { readSetting, writeSetting } from '../store/settings.ts'
import type { Queries, Store } from '../store/store.ts'
import { readMapping } from './read-mapping.ts'
import { type SecretKey, secretKey } from './secret-key.ts'

export interface ShopKeys {
  readonly url: string
  readonly key: Secret
  readonly secret: Secret
  /** Certificates (PEM) that sign the shop's one, if no public authority did. */
  readonly certificate?: string | undefined
}

/** As the client of the store takes them. */
export const plainKeys = ({ url, key, secret }: ShopKeys) => ({
  url,
  key: key.reveal(),
  secret: secret.reveal(),
})

export interface ConnectionDeps {
  /** From the environment; takes precedence over the stored connection. */
  readonly wooCommerce?: ShopKeys | undefined
  readonly webhookSecret?: Secret | undefined
  /** GONDOLA_STORE_CA_FILE, read. */
  readonly storeCertificate?: string | undefined
  /** GONDOLA_SECRET_KEY. */
  readonly secretKey?: Secret | undefined
  readonly dataDir?: string | undefined
}

export interface Connected extends ShopKeys {
  readonly source: 'environment' | 'stored'
}

export interface Connection {
  /** `unreadable`: a connection is stored, but encrypted with another key. */
  read(): Promise<{ shop: Connected | undefined; unreadable: boolean }>
  webhookSecret(): Promise<Secret | undefined>
  readonly secretKey: SecretKey
  /** Undefined if no shop is connected. `readMapping` defaults to `mapping`. */
  openSource(readMapping?: () => Promise<Mapping>): Promise<Source | undefined>
  isConnected(): Promise<boolean>
  /** Takes precedence over the stored mapping where it exists; undefined without a data folder. */
  readonly mappingFile: string | undefined
  /** The current mapping. */
  mapping(): Promise<Mapping>
  save(tx: Queries, shop: ShopKeys): Promise<void>
  saveWebhookSecret(tx: Queries, secret: Secret): Promise<void>
  /** Deletes the stored connection and the webhook secret. */
  remove(tx: Queries): Promise<void>
}

const SHOP = 'shop_connection'
const WEBHOOKS = 'webhook_secret'

const storedShop = z.object({
  url: z.string(),
  key: z.string(),
  secret: z.string(),
  certificate: z.string().optional(),
})

export function openConnection(store: Store, setting: ConnectionDeps = {}): Connection {
  if (setting.storeCertificate) trustCertificates(setting.storeCertificate)
  const keys = secretKey(setting.secretKey?.reveal(), setting.dataDir)
  const mappingFile = setting.dataDir === undefined ? undefined : join(setting.dataDir, 'mapping.json')
  const mapping = () => readMapping(store, mappingFile)
  const sealed = (purpose: string, text: Secret) => keys.seal(purpose, text.reveal())
  const opened = (purpose: string, text: string): Secret | undefined => {
    const plain = keys.open(purpose, text)
    return plain === undefined ? undefined : new Secret(plain)
  }

  const read: Connection['read'] = async () => {
    if (setting.wooCommerce)
      return { shop: { ...setting.wooCommerce, source: 'environment' }, unreadable: false }
    const stored = storedShop.safeParse(await readSetting(store, SHOP)).data
    if (!stored) return { shop: undefined, unreadable: false }
    const [key, secret] = [opened('key', stored.key), opened('secret', stored.secret)]
    if (!key || !secret) return { shop: undefined, unreadable: true }
    const { url, certificate } = stored
    if (certificate) trustCertificates(certificate)
    return { shop: { url, key, secret, certificate, source: 'stored' }, unreadable: false }
  }

  return {
    read,
    secretKey: keys,
    async webhookSecret() {
      if (setting.webhookSecret) return setting.webhookSecret
      const stored = await readSetting(store, WEBHOOKS)
      return typeof stored === 'string' ? opened('webhooks', stored) : undefined
    },
    async openSource(current = mapping) {
      const { shop } = await read()
      if (!shop) return undefined
      return wooCommerceSource(restShop({ ...plainKeys(shop), keysFrom: shop.source }), current)
    },
    isConnected: async () => (await read()).shop !== undefined,
    mappingFile,
    mapping,
    save: (tx, { url, key, secret, certificate }) =>
      writeSetting(tx, SHOP, {
        url,
        key: sealed('key', key),
        secret: sealed('secret', secret),
        ...(certificate && { certificate }),
      }),
    saveWebhookSecret: (tx, secret) => writeSetting(tx, WEBHOOKS, sealed('webhooks', secret)),
    async remove(tx) {
      await writeSetting(tx, SHOP, undefined)
      await writeSetting(tx, WEBHOOKS, undefined)
    },
  }
}
