import { createProjectKey, listProjectKeys, revokeProjectKey } from '../game-server-api/project-keys.ts'
import { publishedAheadMs, rotateSigningKeys } from '../platform/keys/signing-keys.ts'
import { type Operator, onDatabase, operationOf } from './command-context.ts'
import { instant } from './format.ts'
import { openContent } from './open-content.ts'

/** Prints the key once; the hub stores only its hash. */
export async function createKey(operator: Operator, [project = '']: string[]): Promise<number> {
  const { print } = operator
  if (!isProject(operator, project)) {
    print(`There is no project "${project}" in the content.`)
    return 1
  }
  return onDatabase(operator, async (deps) => {
    const { id, key } = await createProjectKey(deps, project, operationOf(operator))
    operator.answer({ id, key, project })
    print(`The key of ${project}, which is shown only once:`)
    print(`  ${key}`)
    print(`It is valid at once. To revoke it: npm run hub -- keys revoke ${id}`)
  })
}

export function listKeys(operator: Operator, [project = '']: string[]): Promise<number> {
  const { print } = operator
  return onDatabase(operator, async (deps) => {
    const keys = await listProjectKeys(deps, project)
    operator.answer(keys)
    if (keys.length === 0)
      print(`${project} has no keys. To create one: npm run hub -- keys create ${project}`)
    for (const { id, label, createdAt, revokedAt, lastUsedAt } of keys) {
      const use = lastUsedAt === null ? 'never used' : `last used ${dayOf(lastUsedAt)}`
      const end = revokedAt === null ? '' : `, revoked ${dayOf(revokedAt)}`
      print(`  ${id}  ${label}, ${dayOf(createdAt)}, ${use}${end}`)
    }
  })
}

export function revokeKey(operator: Operator, [id = '']: string[]): Promise<number> {
  return onDatabase(operator, async (deps) => {
    const project = await revokeProjectKey(deps, id, operationOf(operator))
    operator.print(project ? `Key ${id} of ${project} is revoked.` : `There is no valid key ${id}.`)
    return project ? 0 : 1
  })
}

/** A new key signs ten minutes later, when every hub and every game server knows it. */
export function rotateKeys(operator: Operator): Promise<number> {
  return onDatabase(operator, async (deps) => {
    const ids = await rotateSigningKeys(deps, operationOf(operator))
    operator.answer({ keys: ids, signFrom: new Date(deps.clock.now() + publishedAheadMs).toISOString() })
    operator.print('New keys sign login and game tokens in ten minutes, on every hub without a restart.')
    operator.print('Tokens of the old keys stay valid until they expire.')
  })
}

function isProject(operator: Operator, id: string): boolean {
  const catalogue = openContent(operator)
  const project = catalogue.project(id)
  catalogue.close()
  return project !== undefined
}

const dayOf = (at: number) => `${instant(at).slice(0, 10)} UTC`
