import { describeFinding, type Finding } from '@playhub/contract/operator/sentences/checks'
import { isContentCopy } from '../../catalogue/files/content-folder.ts'
import { listPlaceholders, missingPictures, unfinishedDetails } from '../../catalogue/index.ts'
import { listMarketFindings, type Market, markets } from '../../doctor/market-findings.ts'
import { type HubProcess, listRunningHubs } from '../../platform/heartbeat.ts'
import { CommandError } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { count } from '../format.ts'
import { readContent } from '../read-content.ts'

/**
 * Fails on errors; lists the publisher's missing details, with `--market` what its law asks for, missing translations, and
 * the hubs using this content.
 * @throws StartupError with every error, as the hub reports them when it starts.
 */
export async function checkContent(
  context: CommandContext,
  _: string[],
  { market: name }: { market?: string },
): Promise<void> {
  const market = markets.find((one) => one === name)
  if (name !== undefined && !market)
    throw new CommandError(`"${name}" is no market: give --market ${markets.join(', ')}.`)
  const { content, version } = readContent(context)
  const unfinished = [
    ...[...unfinishedDetails(content), ...missingPictures(context.config.contentDir)].map((finding) =>
      describeFinding(finding),
    ),
    ...content.projects.flatMap(listPlaceholders),
  ]
  const missing = market ? listMarketFindings(market, { content, config: context.config }) : []
  if (unfinished.length > 0) context.print('To do before the hub opens to players:')
  for (const line of unfinished) context.print(`  ${line}`)
  if (market) printMissing(context, market, missing)
  for (const { language, problems } of content.languages.translations.values()) {
    if (problems.length > 0) context.print(`Texts in ${language} to write or to correct: ${problems.length}`)
    for (const line of problems) context.print(`  ${line}`)
  }
  const { contentDir } = context.config
  const place = isContentCopy(contentDir) ? 'the database' : contentDir
  context.print(`The content in ${place} is valid: version ${version}.`)
  await listHubs(context, version)
}

function printMissing({ print }: CommandContext, market: Market, missing: Finding[]): void {
  print(
    missing.length > 0
      ? `Missing for the market ${market}:`
      : `Nothing that the hub can check is missing for the market ${market}.`,
  )
  for (const finding of missing) print(`  ${describeFinding(finding)}`)
  print('What only a lawyer can decide is in docs/operate/legal.md.')
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
      ? ` and has rejected version ${rejectedVersion}; its log has the errors`
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
