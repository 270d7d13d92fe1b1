import { Readable } from 'node:stream'
import type { PersonalData } from '@playhub/contract'
import type { Actor } from '../../platform/http/api.ts'
import { Pages, writeJson } from '../../platform/http/json-pages.ts'
import { Refusal } from '../../platform/refusal.ts'
import { AccountChange } from '../account-changes/account-change.ts'
import { listChangesByAccount } from '../account-changes/account-change-store.ts'
import { findAccount } from '../account-store.ts'
import { listConsents } from '../consents/consent-store.ts'
import type { Deps, PersonalRecords } from '../deps.ts'
import { listLoginSessionsByPlayer } from '../login-sessions/login-session-store.ts'
import { ownPasskeys } from '../passkeys/own-passkeys.ts'
import { ownTwoFactor } from '../two-factor/own-two-factor.ts'
import { ownIdentities } from './identities.ts'

type ExportDeps = Pick<Deps, 'db' | 'clock'> & { personalRecords: Pick<PersonalRecords, 'personalData'> }

/**
 * Streams the export as JSON in the shape of `PersonalData`. Holds one page in memory and reads the next one when the
 * client has taken it.
 * @throws Refusal UNAUTHORIZED when the account does not exist
 */
export async function streamPersonalData(
  deps: ExportDeps,
  actor: Pick<Actor, 'playerId'>,
): Promise<Readable> {
  const sections = await readSections(deps, actor)
  async function* write() {
    yield `{"exportedAt":${deps.clock.now()},"sections":`
    yield* writeJson(sections)
    yield '}'
  }
  return Readable.from(write(), { highWaterMark: 1 })
}

/** The complete export, for the command line. @throws Refusal UNAUTHORIZED when the account does not exist */
export async function exportPersonalData(
  deps: ExportDeps,
  actor: Pick<Actor, 'playerId'>,
): Promise<PersonalData> {
  const sections = Object.entries(await readSections(deps, actor)).map(async ([name, section]) => [
    name,
    section instanceof Pages ? await section.all() : section,
  ])
  return { exportedAt: deps.clock.now(), sections: Object.fromEntries(await Promise.all(sections)) }
}

/**
 * Everything stored about a player, by section. Each capability adds its own sections; secrets, hashes and technical
 * provider data are left out.
 * @throws Refusal UNAUTHORIZED when the account does not exist
 */
async function readSections(
  deps: ExportDeps,
  { playerId }: Pick<Actor, 'playerId'>,
): Promise<Record<string, unknown>> {
  const { db, personalRecords } = deps
  const found = await findAccount(db, playerId)
  if (!found) throw new Refusal('UNAUTHORIZED')
  const { id, ...account } = found
  return {
    account: { userId: id, ...account },
    identities: await ownIdentities(db, playerId),
    passkeys: await ownPasskeys(db, playerId),
    secondFactor: await ownTwoFactor(db, playerId),
    loginSessions: await exportLoginSessions(deps, playerId),
    consents: await listConsents(db, playerId),
    accountChanges: await exportAccountChanges(deps, playerId),
    ...(await personalRecords.personalData(playerId)),
  }
}

async function exportAccountChanges({ db }: ExportDeps, playerId: string): Promise<object[]> {
  const changes = await listChangesByAccount(db, playerId)
  return changes.map(({ change, createdAt, undoneAt }) => {
    const { kind } = AccountChange.parse(JSON.parse(change))
    return { kind, createdAt, undoneAt }
  })
}

async function exportLoginSessions({ db }: ExportDeps, playerId: string): Promise<object[]> {
  const sessions = await listLoginSessionsByPlayer(db, playerId)
  return sessions.map(({ id: _, playerId: __, networkHash: ___, ...exported }) => exported)
}
