import { spawnSync } from 'node:child_process'

/** Installs Debian packages. @returns  null, or why it failed */
export function aptInstall(...packages: string[]): string | null {
  console.log(`Installing ${packages.join(', ')} with apt-get …`)
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const { status, error } = spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    if (error) return error.message
    if (status !== 0) return `apt-get ${args[0]} exited with ${status}`
  }
  return null
}
