import { type OperatorRoute, operatorRoutes } from '@playhub/contract/operator'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import { test } from '../../../test/support/hub-test.ts'
import { addTestOperator } from '../../../test/support/operators/operator-client.ts'

type Operation = {
  operationId: string
  summary: string
  security: object[]
  requestBody?: unknown
  responses: Record<string, { description: string; content: object }>
}
type OpenApi = { paths: Record<string, Record<string, Operation>> }

test('any operator reads a valid OpenAPI 3.1 document with every call, its refusals and true schemas', async ({
  hub,
  player,
}) => {
  await addTestOperator(hub, { role: 'owner', project: '*' })
  const operator = await addTestOperator(hub, { role: 'viewer', project: 'islandm3' })
  const api = (await operator.callOk('GET /openapi.json')) as unknown as OpenApi
  const validator = new Validator()
  expect(await validator.validate(structuredClone(api) as never)).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')

  const ids = new Set<string>()
  for (const [key, route] of Object.entries(operatorRoutes) as [string, OperatorRoute][]) {
    const [method = '', path = ''] = key.split(' ')
    const operation = api.paths[path]?.[method.toLowerCase()]
    if (!operation) throw new Error(`${key} is missing`)
    ids.add(operation.operationId)
    expect(operation.summary).toBe(route.summary)
    expect(operation.security, key).toEqual(route.permission === 'public' ? [] : [{ operator: [] }])
    expect(operation.requestBody !== undefined, key).toBe(route.body !== undefined)
    const documented = Object.values(operation.responses).flatMap(({ description }) =>
      description.split(', '),
    )
    expect(documented, key).toEqual(expect.arrayContaining([...route.refusals]))
    const [type] = Object.keys(operation.responses[200]?.content ?? {})
    expect(type, key).toBe(route.isExport ? 'text/csv' : route.isPicture ? 'image/*' : 'application/json')
  }
  expect(ids.size).toBe(Object.keys(operatorRoutes).length)
  expect(Object.keys(api.paths)).not.toContain('/payments/create')

  await hub.context.payments.seedAttention(player.userId)
  const ajv = new Ajv2020({ strict: false, formats: { email: true } })
  ajv.addSchema(api, 'api')
  for (const path of ['/home', '/orders', '/refunds', '/disputes', '/session'] as const) {
    const pointer = `paths/~1${path.slice(1)}/get/responses/200/content/application~1json/schema`
    const validate = ajv.getSchema(`api#/${pointer}`)
    if (!validate) throw new Error(`${path} has no schema`)
    validate(JSON.parse((await operator.read(path)).text))
    expect(validate.errors, path).toBe(null)
  }
})
