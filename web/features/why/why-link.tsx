// A link of the panel. A link to another question leaves the screen beside the panel in place.
import { useRouter } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { followLink } from '#web/ui/links.tsx'

export function WhyLink({ href, ...anchor }: ComponentProps<'a'> & { href: string }) {
  const router = useRouter()
  return (
    <a
      {...anchor}
      href={href}
      onClick={(event) => {
        const isHere = href.startsWith(`${location.pathname}?`)
        followLink(event, () => router.navigate({ href, resetScroll: !isHere }))
      }}
    />
  )
}
