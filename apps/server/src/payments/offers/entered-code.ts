import { isRunning, type Project } from '../../catalogue/index.ts'
import { HOUR_MS } from '../../platform/clock.ts'
import { findTwoCounters, incrementCounter } from '../../platform/limits/counter-store.ts'
import { toIpGroup } from '../../platform/limits/ip-group.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { findCode } from './code-store.ts'

type Guesser = { playerId: string; ip: string }

const windowMs = HOUR_MS
const guessesPerPlayer = 10
/** Players in a school share one IP. */
const guessesPerNetwork = 30

/**
 * The code that a player has typed. Wrong ones are counted.
 * @throws Refusal CODE_NOT_FOUND, also for a code of an offer that does not run; CODE_USED; TOO_MANY_REQUESTS
 */
export async function readCode(
  { db, clock, catalogue, hashCode }: Pick<Deps, 'db' | 'clock' | 'catalogue' | 'hashCode'>,
  project: Pick<Project, 'id'>,
  text: string,
  { playerId, ip }: Guesser,
): Promise<{ codeId: string; offerId: string }> {
  const now = clock.now()
  const subjects = { player: `code guesses of ${playerId}`, network: `code guesses from ${toIpGroup(ip)}` }
  const counters = await findTwoCounters(db, subjects.player, subjects.network, now - windowMs)
  const find = (subject: string) => counters.find((counter) => counter.subject === subject)
  for (const [subject, limit] of [
    [subjects.player, guessesPerPlayer],
    [subjects.network, guessesPerNetwork],
  ] as const) {
    const { count = 0, since = now } = find(subject) ?? {}
    if (count >= limit)
      throw new Refusal('TOO_MANY_REQUESTS', { retryInSeconds: Math.ceil((since + windowMs - now) / 1000) })
  }
  const code = await findCode(db, project.id, hashCode(text))
  const offer = catalogue.project(project.id)?.offers.find(({ id }) => id === code?.offerId)
  const isOffered = offer?.kind === 'code' && isRunning(offer, now)
  if (!code || code.revokedAt !== null || !isOffered) {
    await incrementCounter(db, subjects.network, now, now - windowMs)
    await incrementCounter(db, subjects.player, now, now - windowMs)
    throw new Refusal('CODE_NOT_FOUND')
  }
  return { codeId: code.id, offerId: code.offerId }
}
