import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { ended, eventually } from '../environment/test-environment.ts'
import { sample } from './samples.ts'

/** Whether this machine can run Python 3.9 or newer. */
export function hasPython(): boolean {
  try {
    execFileSync('python3', ['-c', 'import sys; assert sys.version_info >= (3, 9)'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Runs the sample that takes webhooks. @returns what it has said, line by line, and its end */
export async function startPythonServer(port: number, webhookSecret: string) {
  const child: ChildProcess = spawn('python3', ['-c', sample('webhooks.py')], {
    env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: webhookSecret },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let said = ''
  child.stdout?.on('data', (chunk) => {
    said += chunk
  })
  const url = `http://127.0.0.1:${port}`
  // It knows no GET, and says so once it listens.
  await eventually(() => fetch(url).catch(() => undefined), 'the Python server')
  return {
    url,
    lines: () => said.split('\n').filter(Boolean),
    async close() {
      child.kill()
      await ended(child)
    },
  }
}
