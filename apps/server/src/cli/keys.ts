import { type KeyScope, keyScopes } from '@playhub/contract'
import {
  createProjectKey,
  listProjectKeys,
  type ProjectKey,
  revokeProjectKey,
} from '../game-server-api/project-keys.ts'
import { publishedAheadMs, rotateSigningKeys } from '../platform/keys/signing-keys.ts'
import { parseDayStart } from '../platform/time-zone.ts'
import { type CommandContext, onDatabase, toOperation } from './command-context.ts'
import { instant } from './format.ts'
import { expectProject } from './open-content.ts'

type KeyOptions = { name?: string; expires?: string; scope?: string }

/** Prints the key once; the hub stores only its hash. */
export async function createKey(
  context: CommandContext,
  [project = '']: string[],
  { name = 'created by an operator', expires, scope = 'server' }: KeyOptions,
): Promise<number> {
  const { print } = context
  if (!expectProject(context, project)) return 1
  const expiresAt = expires === undefined ? null : parseDayStart(expires, 'UTC')
  if (expiresAt === undefined || (expiresAt !== null && expiresAt <= context.clock.now())) {
    print('Give the day on which the key expires as YYYY-MM-DD, in the future.')
    return 1
  }
  if (!isKeyScope(scope)) {
    print(`"${scope}" is neither server nor builds: a builds key publishes the game and can do nothing else.`)
    return 1
  }
  return onDatabase(context, async (deps) => {
    const given = { project, name, expiresAt, scope }
    const { id, key } = await createProjectKey(deps, given, toOperation(context))
    context.setJson({ id, key, ...given })
    const use = scope === 'builds' ? ' that publishes builds' : ''
    print(`The key of ${project}${use}, which is shown only once:`)
    print(`  ${key}`)
    const end = expiresAt === null ? '' : ` and expires ${formatDay(expiresAt)}`
    print(`It is valid at once${end}. To revoke it: npm run hub -- keys revoke ${id}`)
  })
}

export function listKeys(context: CommandContext, [project = '']: string[]): Promise<number> {
  const { print } = context
  return onDatabase(context, async (deps) => {
    const keys = await listProjectKeys(deps, project)
    context.setJson(keys)
    if (keys.length === 0)
      print(`${project} has no keys. To create one: npm run hub -- keys create ${project}`)
    for (const { id, name, scope, createdAt, lastUsedAt, ...ends } of keys) {
      const use = lastUsedAt === null ? 'never used' : `last used ${formatDay(lastUsedAt)}`
      const purpose = scope === 'builds' ? ', publishes builds' : ''
      print(`  ${id}  ${name}${purpose}, ${formatDay(createdAt)}, ${use}${formatEnd(ends, deps.clock.now())}`)
    }
  })
}

const isKeyScope = (text: string): text is KeyScope => keyScopes.some((scope) => scope === text)

function formatEnd(
  { revokedAt, expiresAt }: Pick<ProjectKey, 'revokedAt' | 'expiresAt'>,
  now: number,
): string {
  if (revokedAt !== null) return `, revoked ${formatDay(revokedAt)}`
  if (expiresAt === null) return ''
  return `, ${expiresAt <= now ? 'expired' : 'expires'} ${formatDay(expiresAt)}`
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

const formatDay = (at: number) => `${instant(at).slice(0, 10)} UTC`
