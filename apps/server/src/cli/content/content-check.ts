import { listPlaceholders, missingPictures, unfinishedDetails } from '../../catalogue/index.ts'
import { type HubProcess, listRunningHubs } from '../../platform/heartbeat.ts'
import type { CommandContext } from '../command-context.ts'
import { count } from '../format.ts'
import { openContent } from '../open-content.ts'

/**
 * Fails on errors; lists the publisher's details that are still missing, translations that a language lacks, and which
 * hubs use this content.
 * @throws StartupError with every error, as the hub reports them when it starts.
 */
export async function checkContent(context: CommandContext): Promise<number> {
  const catalogue = openContent(context)
  const { version } = catalogue.state()
  const content = catalogue.content()
  const unfinished = [
    ...unfinishedDetails(content),
    ...missingPictures(context.config.contentDir),
    ...content.projects.flatMap(listPlaceholders),
  ]
  catalogue.close()
  if (unfinished.length > 0) context.print('To do before the hub opens to players:')
  for (const line of unfinished) context.print(`  ${line}`)
  for (const { language, problems } of content.languages.translations.values()) {
    if (problems.length > 0) context.print(`Texts in ${language} to write or to correct: ${problems.length}`)
    for (const line of problems) context.print(`  ${line}`)
  }
  context.print(`The content in ${context.config.contentDir} is valid: version ${version}.`)
  await listHubs(context, version)
  return 0
}

/** Lists the running hubs whose content differs; nothing when there is no database yet. */
async function listHubs(context: CommandContext, version: string): Promise<void> {
  const hubs = await runningHubs(context)
  if (hubs.length === 0) return
  const current = hubs.filter(({ contentVersion }) => contentVersion === version)
  context.print(`It is used by ${current.length} of ${count(hubs.length, 'running hub')}.`)
  for (const { id, contentVersion, rejectedVersion } of hubs) {
    if (contentVersion === version && rejectedVersion === null) continue
    const rejected = rejectedVersion
      ? ` and has rejected version ${rejectedVersion}; its log has the mistakes`
      : ''
    context.print(`  Hub ${id} uses version ${contentVersion}${rejected}.`)
  }
}

async function runningHubs({ openDb, clock }: CommandContext): Promise<HubProcess[]> {
  const db = await openDb().catch(() => undefined)
  if (!db) return []
  try {
    return await listRunningHubs(db, clock.now())
  } catch {
    // An older version has made the database, and has not yet run this one's migrations.
    return []
  } finally {
    await db.destroy()
  }
}
