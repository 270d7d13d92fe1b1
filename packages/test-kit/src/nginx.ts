/** Finds the system's nginx, or installs Debian's package. */
import { existsSync } from 'node:fs'
import { aptInstall } from './apt-install.ts'

const candidates = [
  process.env.NGINX_PATH,
  '/usr/sbin/nginx',
  '/usr/local/bin/nginx',
  '/opt/homebrew/bin/nginx',
]

/** Undefined when there is none and it cannot be installed. */
export function ensureNginx(): string | undefined {
  const found = findNginx()
  if (found || process.getuid?.() !== 0) return found
  aptInstall('nginx-light')
  return findNginx()
}

function findNginx(): string | undefined {
  return candidates.find((path) => path && existsSync(path))
}
