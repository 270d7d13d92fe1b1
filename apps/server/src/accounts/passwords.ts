import { hash, type Options, verify } from '@node-rs/argon2'

/** argon2id (the library's default kind) at OWASP's minimum. */
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Fills a core for tens of milliseconds, on a thread of its own: call it in a turn of the hash queue. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost)
}

/** As heavy as hashing: call it in a turn of the hash queue. */
export function isRightPassword(password: string, kept: string): Promise<boolean> {
  return verify(kept, password)
}
