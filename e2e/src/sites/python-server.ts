import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { exited, waitUntil } from '../environment/environment.ts'
import { sample } from './samples.ts'

/** True when this machine can run Python 3.9 or newer. */
export function hasPython(): boolean {
  try {
    execFileSync('python3', ['-c', 'import sys; assert sys.version_info >= (3, 9)'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Runs the webhook sample from docs/integrate.md. */
export async function startPythonServer(port: number, webhookSecret: string) {
  const child: ChildProcess = spawn('python3', ['-c', sample('webhooks.py')], {
    env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: webhookSecret },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  const url = `http://127.0.0.1:${port}`
  // It responds 501 to a GET once it listens.
  await waitUntil(() => fetch(url).catch(() => undefined), 'the Python server')
  return {
    url,
    lines: () => output.split('\n').filter(Boolean),
    async close() {
      child.kill()
      await exited(child)
    },
  }
}
