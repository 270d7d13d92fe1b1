/** A hub's process, or `npm start`'s, as an operator starts and stops it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { freePorts } from '@playhub/test-kit/free-ports'
import { test as base } from 'vitest'
import { temporaryFolder } from '../../environment/content.ts'
import { exited, mains, root, startTimeoutMs, waitUntil } from '../../environment/environment.ts'

export const hubScript = mains.hub
export const startScript = 'scripts/start.ts'

export type Running = { child: ChildProcess; output: { stdout: string; stderr: string } }

/** `test` for processes: `start` runs a script and `startHub` a hub, on the test's own ports. */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's dependencies from the pattern
  .extend('ports', async ({}) => {
    const [hub, sandbox, games, smtp] = (await freePorts(4)) as [number, number, number, number]
    return { hub, sandbox, games, smtp }
  })
  /** Starts a process; it is killed after the test. */
  .extend('start', ({ ports }, { onCleanup }) => {
    const children: ChildProcess[] = []
    onCleanup(async () => {
      for (const child of children) child.kill('SIGKILL')
      await Promise.all(children.map(exited))
    })
    const env = {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      HUB_MODE: 'sandbox',
      PORT: String(ports.hub),
      SANDBOX_PORT: String(ports.sandbox),
      GAMES_PORT: String(ports.games),
      SMTP_PORT: String(ports.smtp),
      DATA_DIR: temporaryFolder('startup'),
      LOG_LEVEL: 'error',
      // Other tests keep the machine busy, which is no overload of this hub.
      MAX_LOOP_DELAY_MS: '60000',
    }
    return (script: string | string[], extraEnv: Record<string, string> = {}): Running => {
      const child = spawn(process.execPath, [script].flat(), {
        cwd: root,
        env: { ...env, ...extraEnv },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const output = { stdout: '', stderr: '' }
      child.stdout.on('data', (text) => {
        output.stdout += text
      })
      child.stderr.on('data', (text) => {
        output.stderr += text
      })
      children.push(child)
      return { child, output }
    }
  })
  /** Starts the hub alone and waits until it listens. */
  .extend('startHub', ({ start, ports }) => async (extraEnv: Record<string, string> = {}) => {
    const running = start(hubScript, extraEnv)
    await untilStarted(running)
    return { ...running, url: `http://localhost:${ports.hub}` }
  })

/** Names below `games.localhost` do not resolve, so the request names the host in a header. */
export function fetchPage(port: number, host: string, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    request({ port, host: 'localhost', path, headers: { host } }, async (response) =>
      resolve(`${response.statusCode} ${await text(response)}`),
    )
      .on('error', reject)
      .end()
  })
}

/** Waits until a hub, or everything started by `npm start`, listens. */
export async function untilStarted({ child, output }: Running): Promise<void> {
  await waitUntil(
    async () => {
      if (child.exitCode !== null) throw new Error(`The process has exited: ${output.stderr}`)
      return output.stdout.includes('Playhub is ready') || undefined
    },
    'the ready line',
    startTimeoutMs,
  )
}
