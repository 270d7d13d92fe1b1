import { type Route, routes, serverRoutes } from '@playhub/contract'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import { test } from '../../../test/support/shared-hub-test.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'

type Operation = {
  operationId: string
  summary: string
  tags: string[]
  requestBody?: unknown
  responses: Record<string, { description: string }>
  security: Record<string, string[]>[]
}
type OpenApi = { tags: { name: string }[]; paths: Record<string, Record<string, Operation>> }

const all: [string, Route][] = [
  ...Object.entries(routes),
  ...Object.entries(serverRoutes).map(([key, route]): [string, Route] => [
    key.replace(' ', ' /server/v1'),
    route,
  ]),
]

async function fetchDocument(hub: TestHub): Promise<OpenApi> {
  const response = await fetch(`${hub.url}/api/openapi.json`)
  expect(response.headers.get('content-type')).toContain('application/json')
  return (await response.json()) as OpenApi
}

test('the document is valid OpenAPI 3.1', async ({ hub }) => {
  const api = await fetchDocument(hub)
  const validator = new Validator()
  expect(await validator.validate(structuredClone(api))).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

test('every call of the contract is documented with its parameters, response and refusals', async ({
  hub,
}) => {
  const api = await fetchDocument(hub)
  const getOperation = (key: string): Operation => {
    const [method = '', path = ''] = key.split(' ')
    const operation = api.paths[path]?.[method.toLowerCase()]
    if (!operation) throw new Error(`${key} is missing`)
    return operation
  }
  const ids = new Set<string>()
  for (const [key, route] of all) {
    const operation = getOperation(key)
    ids.add(operation.operationId)
    expect(operation.summary).toBe(route.summary)
    expect(operation.security).toEqual(route.access === 'public' ? [] : [{ [route.access]: [] }])
    expect(operation.requestBody !== undefined).toBe('body' in route)
    expect(api.tags.map(({ name }) => name)).toEqual(expect.arrayContaining(operation.tags))
    const documented = Object.values(operation.responses).flatMap(({ description }) =>
      description.split(', '),
    )
    expect(documented, key).toEqual(expect.arrayContaining([...route.refusals]))
  }
  expect(ids.size).toBe(all.length)
})

test('responses match the documented schemas', async ({ hub }) => {
  const api = await fetchDocument(hub)
  const player = await hub.logIn()
  await hub.callOk('POST /payments/create', { as: player, body: { itemId: 'islandm3-hints' } })
  const ajv = new Ajv2020({ strict: false, formats: { email: true } })
  ajv.addSchema(api, 'api')
  const calls = [
    '/control/get-initial-config',
    '/control/get-games-data',
    '/control/find-games?search=island',
    '/control/get-game-data?projectName=islandm3',
    '/control/get-prices',
    '/captcha/challenge?purpose=login',
    '/me',
    '/me/identities',
    '/me/login-sessions',
    '/me/library',
    '/me/export',
    '/payments/get-user-payments',
    '/purchases',
    '/payments/get/unknown',
  ]
  for (const call of calls) {
    const [path = ''] = call.split('?')
    const response = await fetch(`${hub.url}/api${call}`, {
      headers: { authorization: `Bearer ${player.jwt}` },
    })
    const template = path === '/payments/get/unknown' ? '/payments/get/{id}' : path
    const [type = ''] = response.headers.get('content-type')?.split(';') ?? []
    const pointer = [
      'paths',
      template,
      'get',
      'responses',
      String(response.status),
      'content',
      type,
      'schema',
    ]
    const validate = ajv.getSchema(
      `api#/${pointer.map((part) => encodeURIComponent(part.replaceAll('/', '~1'))).join('/')}`,
    )
    validate?.(await response.json())
    expect(validate?.errors, call).toBe(null)
  }
})
