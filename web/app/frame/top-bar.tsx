import { IconBookmarkPlus, IconLayoutSidebar, IconMenu2 } from '@tabler/icons-react'
import { useMatches, useRouter } from '@tanstack/react-router'
import { lazy, memo, type RefObject, Suspense, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLatestMonth } from '#web/api/config.ts'
import { useMonth, useSetMonth } from '#web/api/month.ts'
import { useScreenQuestion } from '#web/api/screen-question.ts'
import { dateTime, monthName } from '#web/text/format.ts'
import { MonthSelect } from '#web/ui/month-select.tsx'
import { setFlash } from '../flash-message.ts'
import { loadChunk } from '../load-chunk.ts'
import { useFramePreferences } from '../preferences.ts'
import { useTitle } from '../root.tsx'
import { text } from '../text.ts'
import { Appearance } from './appearance.tsx'
import { CompareSwitch } from './compare-switch.tsx'
import { ExploreLink } from './explore-link.tsx'
import { SearchButton } from './search-button.tsx'
import { ToolButton } from './tool-button.tsx'
import classes from './top-bar.module.css'
import { UserMenu } from './user-menu.tsx'

const Bell = lazy(() => import('./bell.tsx'))

interface Props {
  readonly titleRef: RefObject<HTMLHeadingElement | null>
  readonly monthly: boolean
  readonly compares: boolean
  readonly onOpenMenu: () => void
}

/** Memoised: title and month subscribe to the address themselves. */
export const TopBar = memo(function TopBar({ titleRef, monthly, compares, onOpenMenu }: Props) {
  return (
    <header className={classes.bar} data-monthly={monthly || undefined}>
      <ToolButton className={classes.burger} label={text.openMenu} onClick={onOpenMenu}>
        <IconMenu2 size={20} stroke={1.7} />
      </ToolButton>
      <SidebarToggle />
      <h1 ref={titleRef} tabIndex={-1} className={classes.title}>
        <Title />
      </h1>
      <PrintedAt />
      {compares ? (
        <div className={classes.compare} data-no-print>
          <CompareSwitch />
        </div>
      ) : null}
      {monthly ? <Month /> : null}
      <Tools />
    </header>
  )
})

/** An element of its own: browsers that translate a page detach a text that has a component as its parent. */
const Title = () => <span>{useTitle()}</span>

const Tools = memo(function Tools() {
  return (
    <div className={classes.tools} data-no-print>
      <ExploreLink />
      <SaveViewButton />
      <SearchButton />
      <Suspense fallback={<span className={classes.bell} />}>
        <Bell />
      </Suspense>
      <Appearance />
      <UserMenu />
    </div>
  )
})

const SidebarToggle = memo(function SidebarToggle() {
  const [{ sidebar }, change] = useFramePreferences()
  const icons = sidebar === 'icons'
  return (
    <ToolButton
      className={classes.toggle}
      label={icons ? text.expandMenu : text.collapseMenu}
      aria-expanded={!icons}
      onClick={() => change({ sidebar: icons ? 'full' : 'icons' })}
      data-no-print
    >
      <IconLayoutSidebar size={19} stroke={1.6} />
    </ToolButton>
  )
})

const Month = memo(function Month() {
  const month = useMonth()
  const latest = useLatestMonth()
  const setMonth = useSetMonth()
  return (
    <div className={classes.month}>
      <MonthSelect value={month} latest={latest} onChange={setMonth} />
      <span className={classes.printed}>{monthName(month)}</span>
    </div>
  )
})

const now = () => new Date().toISOString()

/** Delays the first date format, which is slow to set up on weak machines. */
const PAUSE_MS = 1000

function PrintedAt() {
  const [at, setAt] = useState<string>()
  useEffect(() => {
    const update = () => {
      flushSync(() => setAt(now()))
      for (const age of document.querySelectorAll('time'))
        age.dataset.printed = text.updatedAt(dateTime(age.dateTime))
    }
    const timer = setTimeout(() => setAt(now()), PAUSE_MS)
    addEventListener('beforeprint', update)
    return () => {
      clearTimeout(timer)
      removeEventListener('beforeprint', update)
    }
  }, [])
  return <span className={classes.printedAt}>{at ? text.printed(dateTime(at)) : null}</span>
}

const SaveView = lazy(loadChunk(() => import('#web/features/views/save-view.tsx')))

function SaveViewButton() {
  const screen = useMatches({ select: (matches) => matches.at(-1)?.staticData.screen })
  const router = useRouter()
  const question = useScreenQuestion()
  const [address, setAddress] = useState<string | null>(null)
  if (!screen) return null
  const close = () => setAddress(null)
  return (
    <>
      <ToolButton
        label={text.saveView}
        caption={text.captions.save}
        onClick={() => setAddress(router.state.location.href)}
        data-no-print
      >
        <IconBookmarkPlus size={19} stroke={1.6} />
      </ToolButton>
      {address === null ? null : (
        <Suspense>
          <SaveView
            address={address}
            name={screen.title}
            question={question}
            monthly={screen.monthly ?? false}
            onClose={close}
            onSaved={(message) => {
              close()
              setFlash(message, '', 'done')
            }}
          />
        </Suspense>
      )}
    </>
  )
}
