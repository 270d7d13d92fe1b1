import { createProjectKey, listProjectKeys, revokeProjectKey } from '../server-api/index.ts'
import type { Operator } from './commands.ts'
import { openContent } from './content-check.ts'

/** The key is said this once; the hub keeps its hash. */
export async function createKey(operator: Operator, project: string): Promise<number> {
  const { openDb, clock, say } = operator
  if (!isProject(operator, project)) {
    say(`There is no project "${project}" in the content.`)
    return 1
  }
  const db = await openDb()
  try {
    const { id, key } = await createProjectKey({ db, clock }, project)
    say(`The key of ${project}, which is not told again:`)
    say(`  ${key}`)
    say(`It may be used at once. To revoke it: npm run hub -- keys revoke ${id}`)
    return 0
  } finally {
    await db.destroy()
  }
}

export async function listKeys({ openDb, say }: Operator, project: string): Promise<number> {
  const db = await openDb()
  try {
    const keys = await listProjectKeys({ db }, project)
    if (keys.length === 0) say(`${project} has no keys. To make one: npm run hub -- keys create ${project}`)
    for (const { id, label, createdAt, revokedAt, lastUsedAt } of keys) {
      const use = lastUsedAt === null ? 'never used' : `last used ${dayOf(lastUsedAt)}`
      const end = revokedAt === null ? '' : `, revoked ${dayOf(revokedAt)}`
      say(`  ${id}  ${label}, ${dayOf(createdAt)}, ${use}${end}`)
    }
    return 0
  } finally {
    await db.destroy()
  }
}

export async function revokeKey({ openDb, clock, say }: Operator, id: string): Promise<number> {
  const db = await openDb()
  try {
    const project = await revokeProjectKey({ db, clock }, id)
    say(project ? `The key ${id} of ${project} opens nothing any more.` : `No key ${id} is in use.`)
    return project ? 0 : 1
  } finally {
    await db.destroy()
  }
}

function isProject(operator: Operator, project: string): boolean {
  const catalogue = openContent(operator)
  const isThere = catalogue.project(project) !== undefined
  catalogue.close()
  return isThere
}

const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10)
