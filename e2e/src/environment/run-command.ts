import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { World } from './test-environment.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Runs a command of an operator beside a hub that runs, as `npm run hub -- …` does. @returns  what it said */
export async function operate({ env }: World, ...words: string[]): Promise<string> {
  const command = ['apps/server/src/operate.ts', ...words]
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root, env })
  return stdout
}
