// The open orders per status and age, and those behind a number.
import { entryOf } from '#contract/entry.ts'
import { OPEN_AGES, type OpenAge, openAgesTable } from '#contract/lists/service.ts'
import { statusLabel } from '#contract/statuses.ts'
import { useCall } from '#web/api/call.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { ClientList, ListTable } from '#web/shared/lists/list-table.tsx'
import { integer } from '#web/text/format.ts'
import shared from '#web/ui/shared.module.css'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import { Above, DISTRIBUTOR, useRowOf } from './behind.tsx'
import { OPEN_ORDERS, openAgesCall } from './queries.ts'
import { text } from './text.ts'

const AGE_OF = {
  age_0_2: '0-2',
  age_3_5: '3-5',
  age_6_10: '6-10',
  age_over_10: 'over',
  dated_later: 'later',
} as const satisfies Record<string, OpenAge>
const HERE = { vista: 'abiertas' }
const DEFAULTS = { perPage: 25, orderBy: '', order: 'ASC' } as const

export function OpenOrders() {
  const mayOrders = mayUser(useUser(), 'view:orders')
  const { of, limits, name } = useRowOf()
  const [chosen, choose] = useSearchParam('abiertas', { step: true })
  const [status = '', age = ''] = chosen?.split(':') ?? []
  const ages = useCall(...openAgesCall(limits))
  const words = text.listOf(status ? statusLabel(status) : null, entryOf(OPEN_AGES, age) ?? null, name)
  const cell = (key: string, row: { status: string }, count: number, word: string) =>
    count === 0 || !mayOrders ? (
      integer(count)
    ) : (
      <button
        type="button"
        className={shared.link}
        aria-label={text.seeCell(integer(count), statusLabel(row.status), word)}
        onClick={() => choose(`${row.status}:${key}`)}
      >
        {integer(count)}
      </button>
    )
  return (
    <>
      <ClientList
        call="GET /api/distributors/service/open-ages"
        query={limits}
        id="open-ages"
        prefix="a_"
        file={openAgesTable.file}
        title={text.ages}
        subtitle={text.agesOf(name, mayOrders)}
        columns={openAgesTable.columns}
        defaults={DEFAULTS}
        state={ages}
        rows={ages.data?.data}
        rowKey={(row) => row.status}
        cells={{
          open_orders: (row) => cell('', row, row.open_orders, text.anyAge),
          ...Object.fromEntries(
            Object.entries(AGE_OF).map(([column, key]) => [
              column,
              (row: { status: string }) =>
                cell(key, row, Number(Reflect.get(row, column)), OPEN_AGES[key].toLowerCase()),
            ]),
          ),
        }}
      />
      {mayOrders ? (
        <ListTable
          {...OPEN_ORDERS}
          id="open-orders"
          cells={DISTRIBUTOR}
          title={text.list}
          subtitle={
            chosen || name ? (
              <Above words={words} view={{ ...HERE, ...(chosen && of) }} back={text.everyOne} />
            ) : (
              words
            )
          }
          query={{
            ...limits,
            ...(status && { status }),
            ...(age && { age }),
          }}
        />
      ) : null}
    </>
  )
}
