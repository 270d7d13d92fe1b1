/** Finds a program that Debian keeps in /usr/sbin, or installs its package. */
import { existsSync } from 'node:fs'
import { aptInstall } from './apt-install.ts'

/** Undefined when there is none and it cannot be installed. */
export function ensureDebianProgram(name: 'haproxy' | 'pgbouncer'): string | undefined {
  const path = `/usr/sbin/${name}`
  if (!existsSync(path) && process.getuid?.() === 0) aptInstall(name)
  return existsSync(path) ? path : undefined
}
