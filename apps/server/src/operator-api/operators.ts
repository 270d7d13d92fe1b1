import type { Operator } from '@playhub/contract/operator'
import type { Catalogue } from '../catalogue/index.ts'
import type { ManagementDeps } from '../operators/index.ts'
import { addOperator } from '../operators/management/add-operator.ts'
import {
  activateOperator,
  changeRoles,
  reissueLink,
  resetTwoFactor,
  suspendOperator,
} from '../operators/management/change-operator.ts'
import { listOperators } from '../operators/management/list-operators.ts'
import { Refusal } from '../platform/refusal.ts'
import type { OperatorApi } from './frame/operator-api.ts'

type Deps = { operators: ManagementDeps; catalogue: Pick<Catalogue, 'projects'> }

/** Staff accounts. */
export function registerOperatorRoutes(api: OperatorApi, { operators, catalogue }: Deps): void {
  const respond = async (id: string) => ({ data: { result: await readOperator(operators, id) } })
  const expectProjects = (grants: { project: string }[]) => {
    const known = new Set(['*', ...catalogue.projects().map(({ id }) => id)])
    if (!grants.every(({ project }) => known.has(project))) throw new Refusal('PROJECT_NOT_FOUND')
  }
  api.handle('GET /operators', async () => ({
    data: { result: await listOperators(operators.db) },
  }))
  api.handle('GET /operators/{id}', ({ params }) => respond(params.id))
  api.handle(
    'POST /operators',
    async ({ body: { email, name, language: wanted, role, project }, operation, login }) => {
      const grants = [{ role, project }]
      expectProjects(grants)
      const language = wanted ?? login.operator.language
      const {
        id,
        url: link,
        expiresAt,
      } = await addOperator(operators, { email, name, language, grants }, operation)
      return { data: { result: { operator: await readOperator(operators, id), link, expiresAt } } }
    },
  )
  api.handle('PUT /operators/{id}/roles', async ({ params: { id }, body, operation }) => {
    expectProjects(body.grants)
    await changeRoles(operators, id, body.grants, operation)
    return respond(id)
  })
  api.handle('POST /operators/{id}/suspend', async ({ params: { id }, operation }) => {
    await suspendOperator(operators, id, operation)
    return respond(id)
  })
  api.handle('POST /operators/{id}/activate', async ({ params: { id }, operation }) => {
    await activateOperator(operators, id, operation)
    return respond(id)
  })
  for (const [key, issue] of [
    ['POST /operators/{id}/reset-two-factor', resetTwoFactor],
    ['POST /operators/{id}/link', reissueLink],
  ] as const) {
    api.handle(key, async ({ params: { id }, operation }) => {
      const { url: link, expiresAt } = await issue(operators, id, operation)
      return { data: { result: { operator: await readOperator(operators, id), link, expiresAt } } }
    })
  }
}

/** @throws Refusal OPERATOR_NOT_FOUND */
async function readOperator({ db }: ManagementDeps, id: string): Promise<Operator> {
  const found = (await listOperators(db)).find((operator) => operator.id === id)
  if (!found) throw new Refusal('OPERATOR_NOT_FOUND')
  return found
}
