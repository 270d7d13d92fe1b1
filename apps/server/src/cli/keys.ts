import { createProjectKey, listProjectKeys, revokeProjectKey } from '../game-server-api/project-keys.ts'
import { publishedAheadMs, rotateSigningKeys } from '../platform/keys/signing-keys.ts'
import { type CommandContext, onDatabase, toOperation } from './command-context.ts'
import { instant } from './format.ts'
import { openContent } from './open-content.ts'

/** Prints the key once; the hub stores only its hash. */
export async function createKey(context: CommandContext, [project = '']: string[]): Promise<number> {
  const { print } = context
  if (!isProject(context, project)) {
    print(`There is no project "${project}" in the content.`)
    return 1
  }
  return onDatabase(context, async (deps) => {
    const { id, key } = await createProjectKey(deps, project, toOperation(context))
    context.setJson({ id, key, project })
    print(`The key of ${project}, which is shown only once:`)
    print(`  ${key}`)
    print(`It is valid at once. To revoke it: npm run hub -- keys revoke ${id}`)
  })
}

export function listKeys(context: CommandContext, [project = '']: string[]): Promise<number> {
  const { print } = context
  return onDatabase(context, async (deps) => {
    const keys = await listProjectKeys(deps, project)
    context.setJson(keys)
    if (keys.length === 0)
      print(`${project} has no keys. To create one: npm run hub -- keys create ${project}`)
    for (const { id, label, createdAt, revokedAt, lastUsedAt } of keys) {
      const use = lastUsedAt === null ? 'never used' : `last used ${formatDay(lastUsedAt)}`
      const end = revokedAt === null ? '' : `, revoked ${formatDay(revokedAt)}`
      print(`  ${id}  ${label}, ${formatDay(createdAt)}, ${use}${end}`)
    }
  })
}

export function revokeKey(context: CommandContext, [id = '']: string[]): Promise<number> {
  return onDatabase(context, async (deps) => {
    const project = await revokeProjectKey(deps, id, toOperation(context))
    context.print(project ? `Key ${id} of ${project} is revoked.` : `There is no valid key ${id}.`)
    return project ? 0 : 1
  })
}

/** A new key signs ten minutes later, when every hub and every game server knows it. */
export function rotateKeys(context: CommandContext): Promise<number> {
  return onDatabase(context, async (deps) => {
    const ids = await rotateSigningKeys(deps, toOperation(context))
    context.setJson({ keys: ids, signFrom: new Date(deps.clock.now() + publishedAheadMs).toISOString() })
    context.print('New keys sign login and game tokens in ten minutes, on every hub without a restart.')
    context.print('Tokens of the old keys stay valid until they expire.')
  })
}

function isProject(context: CommandContext, id: string): boolean {
  const catalogue = openContent(context)
  const project = catalogue.project(id)
  catalogue.close()
  return project !== undefined
}

const formatDay = (at: number) => `${instant(at).slice(0, 10)} UTC`
