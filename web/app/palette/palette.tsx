// Command palette: goes to a screen, a saved view, a month, or what the server finds. Loaded on first use.
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import '@mantine/core/styles/Input.css'
import '@mantine/spotlight/styles.css'
import {
  IconBookmark,
  IconBuildingStore,
  IconCalendar,
  IconChartBar,
  IconPackage,
  IconReceipt,
  IconSearch,
  IconTicket,
  IconUser,
} from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { text } from '../text.ts'
import classes from './palette.module.css'
import { type Destination, useDestinations } from './use-destinations.ts'

const [store, spotlight] = createSpotlight()

interface PaletteProps {
  open: boolean
  onClose: () => void
  /** Letters that came before the field had the focus. */
  typed: string
}

function Palette({ open, onClose, typed }: PaletteProps) {
  const [query, setQuery] = useState('')
  const { orders, buyers, views, screens, months, distributors, products, coupons, values, go, ...search } =
    useDestinations(query)

  useEffect(() => {
    if (open) spotlight.open()
    else spotlight.close()
  }, [open])

  useEffect(() => {
    if (typed !== '') setQuery(typed)
  }, [typed])

  const groups = [
    { label: text.groups.orders, found: orders },
    { label: text.groups.screens, found: screens },
    { label: text.groups.views, found: views },
    { label: text.groups.months, found: months },
    { label: text.groups.distributors, found: distributors },
    { label: text.groups.buyers, found: buyers },
    { label: text.groups.products, found: products },
    { label: text.groups.coupons, found: coupons },
    { label: text.groups.values, found: values },
  ].filter(({ found }) => found.length > 0)

  // What the server finds arrives after Spotlight has made its selection.
  const ids = groups.flatMap(({ found }) => found.map(({ id }) => id)).join()
  useEffect(() => {
    if (query !== '' && ids !== '') chooseFirst()
  }, [query, ids])

  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      shortcut={null}
      scrollable
      maxHeight={440}
      transitionProps={{ duration: 120 }}
      overlayProps={{ backgroundOpacity: 0.4, blur: 0 }}
      styles={{ content: { border: '1px solid var(--gd-border-strong)' } }}
      attributes={{ content: { 'aria-label': text.search } }}
    >
      <Spotlight.Search
        aria-label={text.search}
        placeholder={text.searchPlaceholder}
        // A quick Enter may precede the effect above.
        onKeyDown={({ key }) => {
          if (key === 'Enter' && query !== '') chooseFirst()
        }}
        leftSection={<IconSearch size={18} stroke={1.7} />}
      />
      <Spotlight.ActionsList>
        {groups.map(({ label, found }) => (
          <Spotlight.ActionsGroup key={label} label={label}>
            {found.map((destination) => (
              <Action key={destination.id} destination={destination} onGo={go} />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {search.isFailed ? (
          <Spotlight.Empty role="alert">{text.searchFailed}</Spotlight.Empty>
        ) : groups.length === 0 ? (
          <Spotlight.Empty>{search.isSearching ? text.searching : text.nothingFound}</Spotlight.Empty>
        ) : null}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

/** Selects the first action unless one is selected, with the same attribute as Spotlight. */
function chooseFirst(): void {
  const list = document.getElementById(store.getState().listId)
  if (list === null || list.querySelector('[data-selected]')) return
  list.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
  store.updateState((state) => ({ ...state, selected: 0 }))
}

const ICONS = {
  screen: IconSearch,
  view: IconBookmark,
  month: IconCalendar,
  distributor: IconBuildingStore,
  order: IconReceipt,
  buyer: IconUser,
  product: IconPackage,
  coupon: IconTicket,
  value: IconChartBar,
} as const

function Action({ destination, onGo }: { destination: Destination; onGo: (to: Destination) => void }) {
  const Icon = destination.icon ?? ICONS[destination.kind]
  return (
    <Spotlight.Action
      label={destination.label}
      className={classes.action}
      styles={{ actionSection: { opacity: 1 }, actionBody: { flexBasis: '25%' } }}
      leftSection={<Icon size={18} stroke={1.6} className={classes.icon} />}
      rightSection={<span className={classes.hint}>{destination.hint}</span>}
      onClick={() => onGo(destination)}
    />
  )
}

export default Palette
