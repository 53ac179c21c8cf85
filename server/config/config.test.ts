// Configuration: defaults, all mistakes at once, and no values in messages.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { memoryShares } from './memory.ts'

const mistakesOf = (variables: Record<string, string>): string[] => {
  try {
    readConfig(variables)
  } catch (error) {
    if (error instanceof ConfigError)
      return error.message
        .split('\n')
        .slice(1)
        .map((line) => line.trim())
    throw error
  }
  return []
}

test('defaults to localhost and ./data', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 4000,
    dataDir: './data',
    databaseUrl: undefined,
    timeZone: 'America/Argentina/Buenos_Aires',
    wooCommerce: undefined,
    admin: undefined,
    smtpUrl: undefined,
    publicUrl: 'http://127.0.0.1:4000',
    trustedProxies: [],
  })
  expect(readConfig({ PORT: '', GONDOLA_DATABASE_URL: ' ' })).toMatchObject({
    port: 4000,
    databaseUrl: undefined,
  })
})

test('reads every variable', () => {
  const config = readConfig({
    HOST: '::',
    PORT: '0',
    GONDOLA_DATABASE_URL: 'postgres://ana:clave@db/gondola',
    GONDOLA_TIME_ZONE: 'America/Montevideo',
    GONDOLA_MEMORY: '1.5 GiB',
    GONDOLA_WOOCOMMERCE_URL: 'https://tienda.example/shop',
    GONDOLA_WOOCOMMERCE_KEY: 'ck_1',
    GONDOLA_WOOCOMMERCE_SECRET: 'cs_1',
    GONDOLA_ADMIN_EMAIL: 'ana@example.com',
    GONDOLA_ADMIN_PASSWORD: 'doce letras si',
    GONDOLA_PUBLIC_URL: 'https://gondola.example/',
    GONDOLA_BACKUP_TO: 's3://key:50%@storage.example/bucket',
    GONDOLA_TRUSTED_PROXIES: '10.0.0.1, 10.0.0.2',
  })
  expect(config.databaseUrl?.reveal()).toBe('postgres://ana:clave@db/gondola')
  expect(config.backupTo?.reveal()).toBe('s3://key:50%@storage.example/bucket')
  expect(config.wooCommerce?.secret.reveal()).toBe('cs_1')
  expect(config).toMatchObject({
    memory: 1536 * 1024 * 1024,
    publicUrl: 'https://gondola.example',
    trustedProxies: ['10.0.0.1', '10.0.0.2'],
  })
})

test('reports all mistakes at once, each with its variable', () => {
  const mistakes = mistakesOf({
    PORT: '70000',
    GONDOLA_DATABASE_URL: 'mysql://x',
    GONDOLA_TIME_ZONE: 'Mars/Olympus',
    GONDOLA_WOOCOMMERCE_KEY: 'ck_x',
    GONDOLA_ADMIN_EMAIL: 'nadie',
    GONDOLA_SMTP_URL: 'mail.example',
  })
  const names = [
    'PORT',
    'GONDOLA_DATABASE_URL',
    'GONDOLA_TIME_ZONE',
    'GONDOLA_ADMIN_EMAIL',
    'GONDOLA_SMTP_URL',
  ]
  for (const name of names) expect(mistakes.some((mistake) => mistake.startsWith(`${name} `))).toBe(true)
  expect(mistakes).toContain(
    'GONDOLA_WOOCOMMERCE_URL, GONDOLA_WOOCOMMERCE_SECRET faltan: van junto con GONDOLA_WOOCOMMERCE_KEY',
  )
  expect(mistakes).toContain('GONDOLA_ADMIN_PASSWORD falta: va junto con GONDOLA_ADMIN_EMAIL')
  expect(mistakes.join()).not.toMatch(/Mars|mysql|ck_x/)
})

test('does not print secrets', () => {
  const config = readConfig({ GONDOLA_DATABASE_URL: 'postgres://ana:clave@db/gondola' })
  expect(`${config.databaseUrl} ${JSON.stringify(config)} ${inspect(config, { depth: 9 })}`).not.toContain(
    'clave',
  )
})

test('reads secrets from files, without the line break at their end', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gondola-secrets-'))
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const config = readConfig({
    GONDOLA_DATABASE_URL_FILE: file('url', 'postgres://ana:clave@db/gondola\n'),
    GONDOLA_ADMIN_EMAIL: 'ana@example.com',
    GONDOLA_ADMIN_PASSWORD_FILE: file('password', ' doce letras si \n'),
    GONDOLA_METRICS_TOKEN_FILE: file('token', '0123456789abcdef'),
  })
  expect(config.databaseUrl?.reveal()).toBe('postgres://ana:clave@db/gondola')
  expect(config.admin?.password.reveal()).toBe('doce letras si')
  expect(config.metricsToken?.reveal()).toBe('0123456789abcdef')
  const mistakes = mistakesOf({
    GONDOLA_SECRET_KEY: 'x'.repeat(32),
    GONDOLA_SECRET_KEY_FILE: file('key', 'y'.repeat(32)),
    GONDOLA_SMTP_URL_FILE: join(folder, 'gone'),
    GONDOLA_MYSQL_URL_FILE: file('empty', '\n'),
    GONDOLA_METRICS_TOKEN_FILE: file('short', 'breve'),
  })
  expect(mistakes).toEqual([
    expect.stringMatching(/^GONDOLA_MYSQL_URL_FILE /),
    expect.stringMatching(/^GONDOLA_SECRET_KEY y GONDOLA_SECRET_KEY_FILE/),
    expect.stringMatching(/^GONDOLA_SMTP_URL_FILE /),
    expect.stringMatching(/^GONDOLA_METRICS_TOKEN .*16/),
  ])
  expect(mistakes.join()).not.toMatch(/breve|yyy/)
  rmSync(folder, { recursive: true })
})

test('reads values without the space around them, but for keys that may be in use', () => {
  const key = `${'k'.repeat(32)}\n`
  const config = readConfig({
    PORT: ' 4001',
    GONDOLA_DATA_DIR: '/srv/gondola ',
    GONDOLA_ADMIN_EMAIL: 'ana@example.com\n',
    GONDOLA_ADMIN_PASSWORD: 'doce letras si\n',
    GONDOLA_METRICS_TOKEN: '0123456789abcdef\r\n',
    GONDOLA_SECRET_KEY: key,
    GONDOLA_BACKUP_KEY: key,
  })
  expect(config).toMatchObject({ port: 4001, dataDir: '/srv/gondola' })
  expect(config.admin?.email).toBe('ana@example.com')
  expect(config.admin?.password.reveal()).toBe('doce letras si')
  expect(config.metricsToken?.reveal()).toBe('0123456789abcdef')
  expect([config.secretKey?.reveal(), config.backupKey?.reveal()]).toEqual([key, key])
})

test('names the file of a certificate that cannot be read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gondola-certificate-'))
  for (const file of [folder, join(folder, 'gone')])
    expect(mistakesOf({ GONDOLA_STORE_CA_FILE: file })).toEqual([
      expect.stringMatching(/^GONDOLA_STORE_CA_FILE .*que se pueda leer/),
    ])
  rmSync(folder, { recursive: true })
})

test.each(['~/gondola', '"/srv/gondola"', "'/srv/gondola'"])(
  'refuses %s as a folder, which nobody would look for where it would be made',
  (folder) => {
    const names = ['GONDOLA_DATA_DIR', 'GONDOLA_BACKUP_TO', 'GONDOLA_MOVE_TO']
    expect(mistakesOf(Object.fromEntries(names.map((name) => [name, folder])))).toEqual(
      names.map((name) => expect.stringMatching(`^${name} empieza con ~ o con comillas`)),
    )
  },
)

test.each(['-1', '301', 'cinco'])('refuses %s as seconds to drain', (GONDOLA_DRAIN_SECONDS) => {
  expect(mistakesOf({ GONDOLA_DRAIN_SECONDS })).toEqual([expect.stringMatching(/^GONDOLA_DRAIN_SECONDS /)])
})

test.each(['800', '512MiB', 'mucho', '-1GiB'])('refuses %s as memory', (GONDOLA_MEMORY) => {
  expect(mistakesOf({ GONDOLA_MEMORY })).toEqual([expect.stringMatching(/^GONDOLA_MEMORY .*768MiB/)])
})

test('divides the memory and leaves room for what has no share', () => {
  for (const total of [768, 1024, 2048, 4096, 16_384].map((mib) => mib * 1024 * 1024)) {
    const { heap, engine, responses } = memoryShares(total)
    expect(Math.min(heap, engine)).toBeGreaterThan(180 * 1024 * 1024)
    expect(heap + engine + responses).toBeLessThan(total - 250 * 1024 * 1024)
  }
})

test.each(['caddy', '1', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.1:80', '10.0.0.1, nginx', '::1/129'])(
  'refuses %s as trusted proxies',
  (GONDOLA_TRUSTED_PROXIES) => {
    expect(mistakesOf({ GONDOLA_TRUSTED_PROXIES })).toEqual([
      expect.stringMatching(/^GONDOLA_TRUSTED_PROXIES tiene que tener direcciones IP o redes/),
    ])
  },
)

test('accepts addresses and networks as trusted proxies', () => {
  const given = '10.0.0.1, 172.16.0.0/12,::1,fd00::/8,loopback'
  expect(readConfig({ GONDOLA_TRUSTED_PROXIES: given }).trustedProxies).toEqual(given.split(/, ?/))
})

test.each(['https://example.com/gondola', 'https://example.com/?a=1', 'https://ana:clave@example.com'])(
  'refuses %s as public address, without repeating it',
  (GONDOLA_PUBLIC_URL) => {
    expect(mistakesOf({ GONDOLA_PUBLIC_URL })).toEqual([
      expect.stringMatching(/^GONDOLA_PUBLIC_URL tiene que ser una dirección sin carpeta(?!.*clave)/),
    ])
  },
)

test.each(['https://ana:clave@tienda.example', 'https://tienda.example/?consumer_secret=clave'])(
  'refuses %s as address of the store, which logs and screens show',
  (GONDOLA_WOOCOMMERCE_URL) => {
    const keys = { GONDOLA_WOOCOMMERCE_KEY: 'ck_1', GONDOLA_WOOCOMMERCE_SECRET: 'cs_1' }
    expect(mistakesOf({ ...keys, GONDOLA_WOOCOMMERCE_URL })).toEqual([
      expect.stringMatching(
        /^GONDOLA_WOOCOMMERCE_URL tiene que ser la dirección de la tienda sola(?!.*clave@)/,
      ),
    ])
  },
)

test.each([
  ['GONDOLA_DATABASE_URL', 'postgres://ana:47/11@db/gondola'],
  ['GONDOLA_DATABASE_URL', 'postgres://ana:47#11@db/gondola'],
  ['GONDOLA_MYSQL_URL', 'mysql://ana:cla/ve@db/shop'],
  ['GONDOLA_SMTP_URL', 'smtp://ana:47/11@mail'],
  ['GONDOLA_MOVE_TO', 'postgres://ana:47/11@db/gondola'],
  ['HTTPS_PROXY', 'http://ana:47/11@proxy:3128'],
])('refuses a password that ends the address: %s=%s', (name, address) => {
  expect(mistakesOf({ [name]: address })).toEqual([
    expect.stringMatching(`^${name} .*en su contraseña / es %2F`),
  ])
})

test.each([
  ['GONDOLA_DATABASE_URL', 'postgres://ana:a%f1o@db/gondola'],
  ['GONDOLA_MOVE_TO', 'postgres://ana:a%f1o@db/gondola'],
  ['HTTP_PROXY', 'http://ana:a%f1o@proxy:3128'],
])('refuses a password that is encoded in another way than UTF-8: %s=%s', (name, address) => {
  expect(mistakesOf({ [name]: address })).toEqual([
    expect.stringMatching(`^${name} .*en su contraseña .*% es %25(?!.*a%f1o)`),
  ])
})

test('takes a percent sign in the password of a proxy as it stands', () => {
  const { proxy } = readConfig({ HTTPS_PROXY: 'http://ana:50%@proxy:3128', HTTP_PROXY: 'http://proxy:3128' })
  expect(decodeURIComponent(new URL(proxy.https?.reveal() ?? '').password)).toBe('50%')
  expect(proxy.http?.reveal()).toBe('http://proxy:3128')
})

test('names variables that are written wrong, and leaves those of others', () => {
  const given = [
    ...['GONDOLA_BACKUP_KEYS', 'GONDOLA_TIMEZONE', 'GONDOLA_TRUSTED_PROXYS', 'GONDOLA_SECRETKEY_FILE'],
    ...['GONDOLA_PUBLIC_URL_FILE', 'GONDOLA_PORT', 'GONDOLA_SERVICE_PORT', 'GONDOLA_DATABASE_PORT'],
    ...['GONDOLA_DOMAIN', 'GONDOLA_TEST_DATABASE_URL', 'BACKUP_KEY'],
  ]
  expect(mistakesOf(Object.fromEntries(given.map((name) => [name, 'x'])))).toEqual([
    'GONDOLA_BACKUP_KEYS no existe: ¿es GONDOLA_BACKUP_KEY?',
    'GONDOLA_TIMEZONE no existe: ¿es GONDOLA_TIME_ZONE?',
    'GONDOLA_TRUSTED_PROXYS no existe: ¿es GONDOLA_TRUSTED_PROXIES?',
    'GONDOLA_SECRETKEY_FILE no existe: ¿es GONDOLA_SECRET_KEY_FILE?',
    'GONDOLA_PUBLIC_URL_FILE no existe: ¿es GONDOLA_PUBLIC_URL?',
  ])
})

test('reads an address of IPv6 in brackets', () => {
  expect(readConfig({ HOST: '[::1]' })).toMatchObject({ host: '::1', publicUrl: 'http://[::1]:4000' })
})

test.each(['5', '0', '1001', 'muchas'])('refuses %s as connections', (GONDOLA_DATABASE_CONNECTIONS) => {
  expect(mistakesOf({ GONDOLA_DATABASE_CONNECTIONS })).toEqual([
    expect.stringMatching(/^GONDOLA_DATABASE_CONNECTIONS .*de 6 a 1000/),
  ])
})
