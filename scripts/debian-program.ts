/** Finds a program of Debian's package of the same name, or installs it. */
import { existsSync } from 'node:fs'
import { aptInstall } from './apt-install.ts'

/** Undefined when there is none and it cannot be installed. */
export function ensureDebianProgram(name: 'caddy' | 'haproxy' | 'pgbouncer'): string | undefined {
  const find = () => ['/usr/sbin', '/usr/bin'].map((folder) => `${folder}/${name}`).find(existsSync)
  if (!find() && process.getuid?.() === 0) aptInstall(name)
  return find()
}
