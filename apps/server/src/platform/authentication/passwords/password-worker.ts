import { hashSync, type Options, verifySync } from '@node-rs/argon2'
import type { PasswordTask } from './passwords.ts'

/** argon2id (the library's default) with OWASP's recommended minimum. */
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export default ({ password, hash }: PasswordTask) =>
  hash === undefined ? hashSync(password, cost) : verifySync(hash, password)
