import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Draft } from './mapping-draft.ts'
import { MappingRules } from './mapping-rules.tsx'

let draft: Draft

function Editor({ initial, caught }: { initial: Draft; caught?: readonly number[] }) {
  const [value, setValue] = useState(initial)
  draft = value
  return <MappingRules draft={value} caught={caught} disabled={false} onChange={setValue} />
}

const rule = (place: number) => screen.findByRole('listitem', { name: `Regla ${place}` })

describe('MappingRules', () => {
  beforeEach(() => {
    draft = {}
  })

  it('edits, moves, adds and removes rules', async () => {
    const user = userEvent.setup()
    render(<Editor initial={{ discounts: [{ pattern: 'a' }, { pattern: 'b' }], rest: 1 }} />)
    await user.type(within(await rule(2)).getByLabelText('Patrón'), 'x')
    await user.click(screen.getByRole('button', { name: 'Subir la regla 2' }))
    expect(draft).toEqual({ discounts: [{ pattern: 'bx' }, { pattern: 'a' }], rest: 1 })
    await user.click(screen.getByRole('button', { name: 'Agregar regla' }))
    await user.click(screen.getByRole('button', { name: 'Quitar la regla 1' }))
    expect(draft.discounts).toEqual([
      { pattern: 'a' },
      { pattern: '', group: 'OTROS', sub_group: '$&', promo_name: '$_' },
    ])
  })

  it('cannot move the first rule up or the last one down', async () => {
    render(<Editor initial={{ discounts: [{ pattern: 'a' }, { pattern: 'b' }] }} />)
    await rule(2)
    const isDisabled = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled
    expect(isDisabled('Subir la regla 1')).toBe(true)
    expect(isDisabled('Bajar la regla 1')).toBe(false)
    expect(isDisabled('Bajar la regla 2')).toBe(true)
  })

  it('shows the discounts that each rule matched, and its meta field', async () => {
    const discounts = [{ pattern: 'a', meta: { key: 'origen', pattern: '^web$' } }, { pattern: 'b' }]
    render(<Editor initial={{ discounts }} caught={[1, 1234]} />)
    expect((await rule(1)).textContent).toContain('atrapa 1')
    expect((await rule(1)).textContent).toContain('y origen coincide con ^web$')
    expect((await rule(2)).textContent).toContain('atrapa 1.234')
  })

  it('adds and removes companies', async () => {
    const user = userEvent.setup()
    render(<Editor initial={{ companies: [{ role: 'empleado' }] }} />)
    await user.click(await screen.findByRole('button', { name: 'Agregar empresa' }))
    await user.click(screen.getByRole('button', { name: 'Quitar la empresa 1' }))
    await user.type(screen.getByLabelText('Rol'), 'socio')
    expect(draft).toEqual({ companies: [{ role: 'socio' }] })
  })
})
