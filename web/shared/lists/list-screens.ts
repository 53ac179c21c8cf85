// Screens of lists, for routes, menu and titles; their code is loaded when one is opened.
import { createElement } from 'react'
import { entryOf } from '#contract/entry.ts'
import type { List, ListScreen } from '#contract/list.ts'
import type { Screen, Section } from '#web/api/screen.ts'
import { prefetchList, screenSource } from './list.ts'

/** The screens of all lists that have one, in their order; `overrides` replaces parts of a screen by the name of its list. */
export const listScreens = <Lists extends Readonly<Record<string, List>>>(
  lists: Lists,
  section: Section,
  overrides: { readonly [Name in keyof Lists]?: Partial<Screen> } = {},
): Screen[] =>
  Object.entries(lists).flatMap(([name, list]) =>
    list.screen ? { ...screenOf(list, list.screen, section), ...entryOf(overrides, name) } : [],
  )

const screenOf = (list: List, screen: ListScreen, section: Section): Screen => ({
  path: screen.path,
  title: screen.title,
  menu: screen.menu,
  section,
  access: list.access,
  monthly: !list.timeless,
  load: async () => {
    const component = await import('./list-screen.tsx')
    return { default: () => createElement(component.ListScreen, { list, screen }) }
  },
  prefetch: ({ month }) => prefetchList(screenSource(list, screen), list.timeless ? {} : { month }),
})
