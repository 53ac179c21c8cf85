// A link of the panel. A link to another question leaves the screen beside the panel in place.
import { useRouter } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { isPlainPress } from '#web/ui/links.tsx'

export function WhyLink({ href, ...anchor }: ComponentProps<'a'> & { href: string }) {
  const router = useRouter()
  return (
    <a
      {...anchor}
      href={href}
      onClick={(event) => {
        if (!isPlainPress(event)) return
        event.preventDefault()
        const isHere = href.startsWith(`${location.pathname}?`)
        void router.navigate({ href, resetScroll: !isHere })
      }}
    />
  )
}
