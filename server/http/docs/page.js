// Shows /api/openapi.json: calls by area, their parameters, bodies and answers. Plain elements, nothing from outside.

const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

const typeOf = (schema = {}) => {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.join(' | ')
  if (schema.anyOf ?? schema.oneOf) return (schema.anyOf ?? schema.oneOf).map(typeOf).join(' | ')
  if (schema.type === 'array') return `${typeOf(schema.items)}[]`
  return schema.type ?? 'any'
}

/** A schema as people read it: fields with their types, one level under the other. */
const outline = (schema = {}, indent = '') => {
  const inner = schema.type === 'array' ? schema.items : schema
  const note = schema.description ? `  — ${schema.description}` : ''
  if (inner?.type !== 'object') return typeOf(schema) + note
  const opened = schema.type === 'array' ? '[{' : '{'
  const closed = schema.type === 'array' ? '}]' : '}'
  const required = new Set(inner.required)
  const fields = Object.entries(inner.properties ?? {}).map(
    ([key, field]) => `${indent}  ${key}${required.has(key) ? '' : '?'}: ${outline(field, `${indent}  `)}`,
  )
  if (inner.additionalProperties?.type)
    fields.push(`${indent}  [key]: ${outline(inner.additionalProperties, `${indent}  `)}`)
  return `${opened}${note}\n${fields.join('\n')}\n${indent}${closed}`
}

const parameters = (list) =>
  element(
    'table',
    {},
    element(
      'tr',
      {},
      ...['Parameter', 'In', 'Type', 'Default', 'Example', ''].map((text) => element('th', {}, text)),
    ),
    ...list.map(({ name, in: place, required, schema, description, example }) =>
      element(
        'tr',
        {},
        element('td', {}, element('code', {}, name), required ? ' *' : ''),
        element('td', {}, place),
        element('td', {}, typeOf(schema)),
        element('td', {}, schema.default === undefined ? '' : String(schema.default)),
        element('td', {}, element('code', {}, String(example ?? ''))),
        element('td', { className: 'quiet' }, description ?? schema.description ?? ''),
      ),
    ),
  )

const section = (title, ...children) => [element('h4', {}, title), ...children]

const code = (value) => element('pre', {}, typeof value === 'string' ? value : JSON.stringify(value, null, 2))

/** Fields first, then what they look like. */
const mediaOf = ({ schema, example, examples }, isFailure) => [
  ...(schema && !isFailure ? [element('pre', {}, outline(schema))] : []),
  ...(example === undefined ? [] : [element('p', { className: 'quiet' }, 'Example'), code(example)]),
  ...Object.values(examples ?? {}).map(({ value }) => code(value)),
]

const call = (path, method, operation, shared) => {
  const parts = []
  if (operation.description) parts.push(element('p', {}, operation.description))
  parts.push(
    element(
      'p',
      { className: 'quiet' },
      operation.security ? 'Authorization: Bearer <access token>' : 'Open to everybody',
    ),
  )
  if (operation.parameters?.length) parts.push(...section('Parameters', parameters(operation.parameters)))
  const body = operation.requestBody?.content['application/json']
  if (body) parts.push(...section('Body', ...mediaOf(body)))
  for (const [status, given] of Object.entries(operation.responses)) {
    const response = given.$ref ? shared[given.$ref.split('/').at(-1)] : given
    const kinds = Object.keys(response.content ?? {})
    parts.push(
      ...section(
        `${status} ${kinds.join(', ')}`,
        element('p', { className: 'quiet' }, response.description),
        ...mediaOf(response.content?.['application/json'] ?? {}, Number(status) >= 400),
        ...mediaOf({ example: response.content?.['text/csv']?.example }, true),
      ),
    )
  }
  return element(
    'details',
    { id: operation.operationId },
    element(
      'summary',
      {},
      element('code', { className: 'method' }, method.toUpperCase()),
      element('code', {}, path),
      ' ',
      element('span', { className: 'quiet' }, operation.summary ?? ''),
    ),
    element('div', {}, ...parts),
  )
}

const show = (api) => {
  document.querySelector('#version').textContent = api.info.version
  document.querySelector('#about').textContent = api.info.description
  const areas = new Map()
  for (const [path, methods] of Object.entries(api.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const area = operation.tags?.[0] ?? ''
      areas.set(area, [...(areas.get(area) ?? []), call(path, method, operation, api.components.responses)])
    }
  }
  const sections = [...areas].map(([area, calls]) =>
    element('section', {}, element('h2', {}, area), ...calls),
  )
  document.querySelector('#calls').replaceChildren(...sections)
  document.querySelector('#find').addEventListener('input', ({ target }) => {
    const wanted = target.value.toLowerCase()
    for (const item of document.querySelectorAll('details')) {
      item.hidden = !item.firstChild.textContent.toLowerCase().includes(wanted)
    }
    for (const area of sections) area.hidden = area.querySelector('details:not([hidden])') === null
  })
}

const response = await fetch('/api/openapi.json')
if (response.ok) show(await response.json())
else document.querySelector('#calls').textContent = `The description could not be read (${response.status}).`
