import { constants } from 'node:os'
import { hashSync, type Options, verifySync } from '@node-rs/argon2'
import { serveTasks } from '../../platform/workers/worker.ts'
import type { PasswordOrder } from './passwords.ts'

/** argon2id (the library's default kind) at OWASP's minimum. */
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

serveTasks(constants.priority.PRIORITY_BELOW_NORMAL, ({ password, kept }: PasswordOrder) =>
  kept === undefined ? hashSync(password, cost) : verifySync(kept, password),
)
