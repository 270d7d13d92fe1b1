/** Finds system programs, or installs Debian packages with the same names. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { aptInstall } from './apt-install.ts'

/** Undefined when there is none and it cannot be installed. */
export function ensureDebianProgram(name: 'caddy' | 'haproxy' | 'pgbouncer'): string | undefined {
  const find = () => ['/usr/sbin', '/usr/bin'].map((folder) => `${folder}/${name}`).find(existsSync)
  if (!find() && process.getuid?.() === 0) aptInstall(name)
  return find()
}

export function isInstalled(program: string): boolean {
  try {
    execFileSync('which', [program], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
