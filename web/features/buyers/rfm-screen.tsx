// Grupos de clientes: sizes, value and moves of the segments, and their people and orders.
import type { Rfm } from '#contract/buyers.ts'
import {
  buyerLists,
  RFM_BEFORE,
  RFM_BEFORE_KEYS,
  RFM_KEYS,
  RFM_SEGMENTS,
  type RfmBefore,
  type RfmSegment,
  rfmColumns,
} from '#contract/lists/buyers.ts'
import { useCall } from '#web/api/call.ts'
import { useMonth } from '#web/api/month.ts'
import { listSource } from '#web/shared/lists/list.ts'
import { ClientList } from '#web/shared/lists/list-table.tsx'
import { date, integer, money, percent } from '#web/text/format.ts'
import { HorizontalBars } from '#web/ui/horizontal-bars.tsx'
import { AsyncPanel, Page, Pair } from '#web/ui/page.tsx'
import { StandIn } from '#web/ui/stand-in.tsx'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import css from './buyers.module.css'
import { Detail } from './detail.tsx'
import { MovesTable } from './moves-table.tsx'
import { rfmCall } from './queries.ts'
import { text } from './text.ts'

const PEOPLE = listSource(buyerLists.rfmPeople)
const ORDERS = listSource(buyerLists.rfmOrders)
const DEFAULTS = { perPage: 25, orderBy: 'net', order: 'DESC' } as const

interface Chosen {
  readonly segment: RfmSegment
  readonly previous?: RfmBefore
}

/** In the address: 'best', or 'loyal.best' for buyers who moved. */
function chosenIn(words: string | null): Chosen | null {
  const parts = words?.split('.') ?? []
  const segment = RFM_KEYS.find((key) => key === parts.at(-1))
  const previous = parts.length > 1 ? RFM_BEFORE_KEYS.find((key) => key === parts[0]) : undefined
  return segment ? { segment, ...(previous && { previous }) } : null
}

export default function RfmScreen() {
  const month = useMonth()
  const state = useCall(...rfmCall(month))
  const [words, choose] = useSearchParam('segment', { step: true })
  const chosen = chosenIn(words)
  const data = state.data?.data
  const subtitle = data ? (
    text.segmentsNote(date(data.as_of), date(data.previous_as_of))
  ) : (
    <StandIn>{text.segmentsNote(date('2000-10-10'), date('2000-10-10'))}</StandIn>
  )
  const panel = { state, isEmpty: ({ data }: { data: Rfm }) => data.segments.length === 0 }
  return (
    <Page>
      <Pair>
        <AsyncPanel {...panel} title={text.sizes} subtitle={subtitle} height={330} grows>
          {(answer) => <Sizes data={answer.data} selected={chosen?.segment ?? null} onPick={choose} />}
        </AsyncPanel>
        <AsyncPanel
          {...panel}
          title={text.moves}
          subtitle={text.movesNote}
          flush
          height={330}
          updatedAt={null}
        >
          {(answer) => (
            <MovesTable
              moves={answer.data.moves}
              chosen={words}
              onChoose={(previous, segment) => choose(`${previous}.${segment}`)}
            />
          )}
        </AsyncPanel>
      </Pair>
      <ClientList
        call="GET /api/customers/rfm"
        query={{ start_date: month }}
        id="rfm"
        prefix="s_"
        file={`segmentos_de_clientes_${month}`}
        title={text.segmentTable}
        subtitle={
          data ? text.average(money(data.average_net)) : <StandIn>{text.average(money(100_000))}</StandIn>
        }
        columns={rfmColumns}
        defaults={DEFAULTS}
        state={state}
        rows={data?.segments}
        rowKey={({ segment }) => segment}
        cells={{
          segment: ({ segment }) => (
            <button type="button" className={css.press} onClick={() => choose(segment)}>
              {RFM_SEGMENTS[segment]}
            </button>
          ),
        }}
      />
      {chosen ? <SegmentDetail chosen={chosen} onClose={() => choose(null)} /> : null}
      <AsyncPanel {...panel} title={text.segments} height={260} updatedAt={null}>
        {() => (
          <dl className={css.meanings}>
            {RFM_KEYS.map((key) => (
              <Meaning key={key} segment={key} />
            ))}
          </dl>
        )}
      </AsyncPanel>
    </Page>
  )
}

const Meaning = ({ segment }: { segment: RfmSegment }) => (
  <>
    <dt>{RFM_SEGMENTS[segment]}</dt>
    <dd>{text.meaning[segment]}</dd>
  </>
)

interface SizesProps {
  data: Rfm
  selected: RfmSegment | null
  onPick: (segment: string) => void
}

const Sizes = ({ data, selected, onPick }: SizesProps) => (
  <HorizontalBars
    label={text.sizes}
    bars={data.segments.map(({ segment, buyers, buyers_share, net, net_share }) => ({
      key: segment,
      label: RFM_SEGMENTS[segment],
      value: buyers,
      details: [
        { label: text.size, value: `${integer(buyers)} (${percent(buyers_share, 2)})` },
        { label: text.net, value: `${money(net)} (${percent(net_share, 2)})` },
      ],
    }))}
    formatShort={integer}
    selected={selected}
    onPick={onPick}
  />
)

function SegmentDetail({ chosen, onClose }: { chosen: Chosen; onClose: () => void }) {
  const { segment, previous } = chosen
  const name = RFM_SEGMENTS[segment]
  return (
    <Detail
      id="rfm"
      first={PEOPLE}
      orders={ORDERS}
      title={previous ? text.moveTitle(RFM_BEFORE[previous], name) : text.segmentTitle(name)}
      query={{ start_date: useMonth(), segment, previous }}
      onClose={onClose}
    />
  )
}
