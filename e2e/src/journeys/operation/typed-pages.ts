/** Types the marked commands in `docs/operate` as they are, in a shell. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { isInstalled } from '@playhub/test-kit/debian-program'
import { postgresPrograms } from '@playhub/test-kit/postgres/postgres-server'
import { onTestFinished } from 'vitest'
import { root, waitUntil } from '../../environment/environment.ts'

export type Database = 'sqlite' | 'postgres'

/** Requirements of the commands missing here. */
export const missingPrograms = ['bash', 'curl', 'jq', 'git', 'pg_dump', 'psql'].filter(
  (program) => !isInstalled(program),
)
if (!postgresPrograms()) missingPrograms.push('PostgreSQL')

/**
 * A section's marked commands in order, such as those after `<!-- typed -->` and `<!-- typed: sqlite -->`.
 * @param folder  Folder of the page's version.
 */
export function listCommands(page: string, section: string, mark: string, folder = root): string[] {
  const text = readFileSync(join(folder, 'docs/operate', page), 'utf8')
  const typed: string[] = []
  let heading = ''
  for (const [, title, only = mark, commands] of text.matchAll(headingOrBlock)) {
    if (title !== undefined) heading = title
    else if (commands !== undefined && heading === section && only === mark) typed.push(commands)
  }
  if (typed.length === 0) throw new Error(`${page} has no commands for ${mark} in "${section}"`)
  return typed
}

/** Other blocks, too, since lines in them may look like headings. */
const headingOrBlock = /^#+ ([^\n]*)$|<!-- typed(?:: (\w+))? -->\n```sh\n(.*?)^```$|^```.*?^```$/gms

/** A script line waiting until the test lets it continue. */
export const pause = (name: string) => `echo "[${name}]"; read -r -u 3\n`

export type Typed = {
  /** Waits until the shell has come to a pause. */
  untilPaused(name: string): Promise<void>
  goOn(): void
  /** @returns  everything printed. @throws Error  when a command has failed */
  finished(): Promise<string>
}

/** Runs a script; the first failing command ends it. */
export function typeScript(script: string, cwd: string, env: Record<string, string>): Typed {
  const shell = spawn(
    'bash',
    ['-e', '-o', 'pipefail', '-c', `trap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n${script}`],
    {
      cwd,
      env: { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    },
  )
  onTestFinished(() => void shell.kill('SIGTERM'))
  let output = ''
  for (const stream of [shell.stdout, shell.stderr]) stream?.on('data', (text) => (output += text))
  const closed = once(shell, 'close')
  return {
    async untilPaused(name) {
      await waitUntil(
        async () => {
          if (shell.exitCode !== null) throw new Error(`The shell exited with ${shell.exitCode}: ${output}`)
          return output.includes(`[${name}]`) || undefined
        },
        `${name}: ${output}`,
        pauseTimeoutMs,
      )
    },
    goOn: () => void (shell.stdio[3] as Writable).write('\n'),
    async finished() {
      const [code] = await closed
      if (code !== 0) throw new Error(`The shell exited with ${code}: ${output}`)
      return output
    },
  }
}

const pauseTimeoutMs = 120_000
