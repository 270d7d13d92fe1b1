import { resolve } from 'node:path'
import type { Home } from '@playhub/contract/operator'
import { type Catalogue, stockContent, unfinishedDetails } from '../../catalogue/index.ts'
import { isOwner, listOperators } from '../../operators/index.ts'
import { listSigningSecrets } from '../../payments/index.ts'
import { listOperations } from '../../platform/audit-log.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { HubConfig } from '../../platform/hub-config.ts'

type Deps = { db: Db; clock: Clock; catalogue: Catalogue; config: HubConfig }
type Step = Home['setup'][number]

/** Steps of the first day, in order; none once an order was paid. */
export async function listSetupSteps(deps: Deps): Promise<Step[]> {
  const { db, catalogue, config } = deps
  if (await hasSold(db)) return []
  const content = catalogue.content()
  const isOwnContent = catalogue.source.origin() === 'database' || resolve(config.contentDir) !== stockContent
  const owners = (await listOperators(db)).filter(
    ({ grants, state }) => state === 'active' && isOwner(grants),
  )
  const backups = await listOperations(db, { subject: 'backup', limit: 1 })
  return [
    { name: 'second-owner', isDone: owners.length > 1, href: 'operators' },
    {
      name: 'refund-limit',
      isDone: Object.keys(content.hub.console.refundLimits).length > 0,
      href: null,
    },
    { name: 'documents', isDone: isOwnContent && unfinishedDetails(content).length === 0, href: null },
    { name: 'first-game', isDone: isOwnContent && content.projects.length > 0, href: null },
    { name: 'webhook-secret', isDone: await haveSecrets(deps), href: 'game-servers' },
    { name: 'backup', isDone: backups.length > 0, href: null },
  ]
}

async function hasSold(db: Db): Promise<boolean> {
  const paid = db.selectFrom('receipts').select('id').limit(1)
  return (await paid.executeTakeFirst()) !== undefined
}

/** Each game with a webhook URL has a secret. */
async function haveSecrets(deps: Deps): Promise<boolean> {
  const projects = deps.catalogue.projects().filter(({ webhookUrl }) => webhookUrl)
  for (const { id } of projects) if ((await listSigningSecrets(deps, id)).length === 0) return false
  return projects.length > 0
}
