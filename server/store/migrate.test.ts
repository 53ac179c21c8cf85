import { beforeEach, expect, it } from 'vitest'
import { companyName } from '#server/domain/company-name.ts'
import { describeEngines } from '#test/engines.ts'
import { openSmallShop } from '../../fixtures/open-small-shop.ts'
import { type Migration, migrate, migrationsOf } from './migrate.ts'
import { openStore } from './open.ts'
import { sql } from './sql.ts'
import type { Store } from './store.ts'
import { bumpVersions, dirtyMonths } from './versions.ts'

const migration = (name: string, text: string): Migration => ({ name, text, checksum: text })

describeEngines('migrations', (engine) => {
  let store: Store
  beforeEach(async () => {
    store = await engine.open()
  })
  const known = migrationsOf(engine.name)

  it('run in order, without those of the other engine', () => {
    const names = known.map(({ name }) => name)
    expect(names).toContain('001_facts.sql')
    expect(names).toContain(`000_functions.${engine.name}.sql`)
    expect(names.filter((name) => name.includes(engine.name === 'duckdb' ? 'postgres' : 'duckdb'))).toEqual(
      [],
    )
    expect([...names].sort()).toEqual(names)
  })

  it('run once', async () => {
    expect(await migrate(store)).toEqual([])
    const next = migration('900_more.sql', 'create table more (n integer); insert into more values (1);')
    expect(await migrate(store, [...known, next])).toEqual(['900_more.sql'])
    expect(await migrate(store, [...known, next])).toEqual([])
    expect(await store.all(sql`select n from more`)).toEqual([{ n: 1 }])
  })

  it('keep the last sign-in of accounts, and trust no password of those that wait for a role', async () => {
    for (const [id, role] of [
      [1, 'admin'],
      [2, ''],
    ] as const) {
      await store.run(sql`
        insert into users (user_id, email, name, role, password_hash, created_at)
        values (${id}, ${`${id}@example.com`}, '', ${role}, '', timestamp '2026-01-01 00:00:00')`)
      await store.run(sql`
        insert into sessions (session_id, user_id, generation, remember, device, created_at, renewed_at, expires_at)
        values (${`${id}`}, ${id}, 1, true, '', timestamp '2026-05-01 10:00:00', timestamp '2026-05-01 10:00:00',
          timestamp '2026-06-01 10:00:00')`)
    }
    await store.run(sql`delete from migrations where name like '067%'`)
    expect(await migrate(store)).toEqual(['067_account_security.sql'])
    expect(
      await store.all(sql`select user_id, password_from, last_sign_in_at from users order by user_id`),
    ).toEqual([
      { user_id: 1, password_from: 'owner', last_sign_in_at: '2026-05-01 10:00:00' },
      { user_id: 2, password_from: 'registration', last_sign_in_at: '2026-05-01 10:00:00' },
    ])
    expect(await store.all(sql`select session_id from sessions`)).toEqual([])
  })

  it('replace company coupon codes with company names', async () => {
    const told = ['empleado-arcor', 'convenio_salud-sur', 'Empleado Arcor', 'vip 10-20', 'osde']
    for (const group of ['CORPORATIVOS', 'OTROS'])
      for (const [id, name] of told.entries()) {
        await store.run(sql`
          insert into order_discounts (order_id, discount_id, month, status, counted, dist_id, kind, name, discount_group,
            sub_group, promo_name, promo_type, nominal, amount)
          values (${group.length}, ${id}, '2026-05', '', true, '0', 'coupon', ${name}, ${group}, ${name}, '', '', 0, 1)`)
        await store.run(sql`
          insert into rollup_discounts (month, dist_id, status, kind, name, discount_group, sub_group, promo_name, promo_type,
            quantity, amount)
          values ('2026-05', '0', '', 'coupon', ${name}, ${group}, ${name}, '', '', 1, 1)`)
      }
    await store.run(sql`delete from migrations where name like '043%'`)
    expect(await migrate(store)).toEqual([`043_company_names.${engine.name}.sql`])
    for (const table of ['order_discounts', 'rollup_discounts']) {
      const rows = await store.all<{ discount_group: string; name: string; sub_group: string }>(
        sql`select discount_group, name, sub_group from ${sql.identifier(table)} order by discount_group, name`,
      )
      expect(rows).toHaveLength(2 * told.length)
      for (const { discount_group, name, sub_group } of rows)
        expect(sub_group).toBe(discount_group === 'CORPORATIVOS' ? companyName(name) : name)
    }
  })

  it('do not take the total of a month from a distributor named *', async () => {
    for (const [month, dist_id, buyers] of [
      ['2026-04', '*', 3] as const,
      ['2026-04', '101', 3] as const,
      ['2026-05', '*', 2] as const,
      ['2026-05', '*', 5] as const,
    ])
      await store.run(sql`
        insert into rollup_buyers (month, dist_id, buyers, employees) values (${month}, ${dist_id}, ${buyers}, 0)`)
    await store.run(sql`
      insert into rollup_months (month, dist_id, status, orders, units, coupons, gross, discount, refunded, net)
      values ('2026-05', '*', '', 1, 1, 0, 1, 0, 0, 1)`)
    await store.transaction((tx) => bumpVersions(tx, ['2026-04', '2026-05']))
    await store.run(sql`delete from migrations where name like '073%'`)
    await migrate(store)
    expect(await store.all(sql`select month, dist_id, buyers from rollup_buyers order by dist_id`)).toEqual([
      { month: '2026-04', dist_id: '101', buyers: 3 },
      { month: '2026-04', dist_id: null, buyers: 3 },
    ])
    expect(await dirtyMonths(store)).toEqual(['2026-05'])
  })

  it('decode stored names once and mark their months dirty', async () => {
    const decodedTo = new Map([
      ['Dulces &amp; C&#237;a. &#8211; 3 &lt; 5', 'Dulces & C&#237;a. – 3 < 5'],
      ['&amp;amp; &#038;lt;', '&amp; &lt;'],
      ['Ana & Beto;', 'Ana & Beto;'],
    ])
    for (const [name] of decodedTo)
      await store.run(sql`
        insert into order_lines (order_id, line_id, month, status, counted, dist_id, product_id, variation_id, sku, name,
          quantity, refunded_units, gross, discount, refunded, promotion, shared, net)
        values (${name.length}, 1, ${name.startsWith('Ana') ? '2026-05' : '2026-06'}, '', true, '0', 0, 0, '', ${name},
          1, 0, 1, 0, 0, 0, 0, 1)`)
    for (const month of ['2026-04', '2026-06'])
      await store.run(sql`insert into data_versions values (${month}, 1, '2026-06-01 00:00:00', false)`)
    await store.run(sql`delete from migrations where name like '050%' or name like '051%'`)
    expect(await migrate(store)).toEqual([`050_entities.${engine.name}.sql`, '051_decoded_names.sql'])
    const names = await store.all<{ name: string }>(sql`select name from order_lines order by name`)
    expect(names.map(({ name }) => name)).toEqual([...decodedTo.values()].sort())
    expect(await store.all(sql`select name, version, dirty from data_versions order by name`)).toEqual([
      { name: '2026-04', version: 2, dirty: false },
      { name: '2026-06', version: 2, dirty: true },
    ])
  })

  it('roll back one that fails and keep the earlier ones', async () => {
    const good = migration('900_good.sql', 'create table good (n integer)')
    const bad = migration('901_bad.sql', 'create table half (n integer); insert into nowhere values (1);')
    await expect(migrate(store, [...known, good, bad])).rejects.toThrow('nowhere')
    await expect(store.all(sql`select * from half`)).rejects.toThrow('half')
    expect(await store.all(sql`select * from good`)).toEqual([])
  })

  it('refuse a database of a newer version', async () => {
    await migrate(store, [...known, migration('900_future.sql', 'create table future (n integer)')])
    await expect(migrate(store)).rejects.toMatchObject({
      code: 'newer',
      message: expect.stringContaining('900_future.sql'),
    })
  })

  it('refuse to continue when an applied one has changed', async () => {
    await migrate(store, [...known, migration('900_more.sql', 'create table more (n integer)')])
    const edited = migrate(store, [...known, migration('900_more.sql', 'create table more (n bigint)')])
    await expect(edited).rejects.toMatchObject({ code: 'changed' })
  })
})

describeEngines('opening', (engine) => {
  it('adds the provinces, discounts and names of purchases to a database that has orders', async () => {
    const store = await openSmallShop(engine)
    const purchases = () => store.all(sql`select * from rollup_purchases order by order_id`)
    const stored = await purchases()
    const upgrade = async () => {
      for (const column of ['province', 'discounted', 'name', 'surname'])
        await store.run(sql`alter table rollup_purchases drop column ${sql.identifier(column)}`)
      await store.run(sql`delete from migrations where name like '206%'`)
      await migrate(store)
    }
    await upgrade()
    expect(await purchases()).toEqual(stored)
    expect(stored).toContainEqual(expect.objectContaining({ order_id: 1, province: 'CÓRDOBA', name: 'Ana' }))
    // As after an import that was killed before it rebuilt the month.
    await store.run(sql`delete from orders where order_id = 1`)
    await upgrade()
    expect(await purchases()).toHaveLength(stored.length)
  })

  it('reads back what was written', async () => {
    const place = await engine.place()
    const first = await openStore(place)
    await first.run(sql`insert into settings values ('show_max_month', ${'"2026-05"'})`)
    await first.close()
    const second = await openStore(place)
    expect(await second.all(sql`select * from settings where option <> 'buyers_salt'`)).toEqual([
      { option: 'show_max_month', value: '"2026-05"' },
    ])
    await second.close()
  })
})
