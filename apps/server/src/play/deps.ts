import type { Catalogue } from '../catalogue/index.ts'
import type { Config } from '../config.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'

/** What play asks of the rest of the hub. */
export type PlayNeeds = {
  db: Db
  clock: Clock
  config: Config
  catalogue: Pick<Catalogue, 'project'>
  /** Undefined when there is no such account any more. */
  accountOf(playerId: string): Promise<{ nickName: string } | undefined>
  /** Keeps the account until the transaction ends; throws Refusal UNAUTHORIZED when it is gone. */
  expectAccount(tx: Db, playerId: string): Promise<void>
}
