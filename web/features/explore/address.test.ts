import { expect, test } from 'vitest'
import { questionIn } from './address.ts'
import { text } from './text.ts'

const where = (values: number) =>
  `product:${Array.from({ length: values }, (_, id) => 10_000 + id).join(',')}`

test('refuses in a sentence a question whose address proxies would not carry', () => {
  const asked = { measures: 'net_sale', by: 'province' }
  expect(questionIn({ ...asked, where: where(400) }).problems).toEqual([])
  expect(questionIn({ ...asked, where: where(900) }).problems).toContainEqual({
    path: '',
    message: text.tooLong,
  })
})
