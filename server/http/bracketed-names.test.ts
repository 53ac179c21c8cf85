import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { takeBracketedNames } from './bracketed-names.ts'

test.each([
  ['where[]=a&where[]=b', { where: ['a', 'b'] }],
  ['where%5B%5D=a', { where: 'a' }],
  ['where[0]=a&where[1]=b&page=2', { where: ['a', 'b'], page: '2' }],
  ['where=a&where[]=b', { where: ['a', 'b'] }],
  ['where=a&where=b', { where: ['a', 'b'] }],
  ['where[a]=b&[]=c', { 'where[a]': 'b', '[]': 'c' }],
])('%s', async (query, expected) => {
  const server = Fastify()
  takeBracketedNames(server)
  server.get('/', async (request) => request.query)
  expect((await server.inject(`/?${query}`)).json()).toEqual(expected)
})
