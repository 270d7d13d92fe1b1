import { hashSync, type Options, verifySync } from '@node-rs/argon2'
import type { PasswordOrder } from './passwords.ts'

/** argon2id (the library's default kind) at OWASP's minimum. */
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export default ({ password, kept }: PasswordOrder) =>
  kept === undefined ? hashSync(password, cost) : verifySync(kept, password)
