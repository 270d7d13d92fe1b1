import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'

/** Holds the lock until it reads from stdin, and logs when. */
const worker = `
  import { appendFileSync } from 'node:fs'
  import { withLockFile } from ${JSON.stringify(new URL('./lock-file.ts', import.meta.url).href)}
  const [dir, name] = process.argv.slice(1)
  const log = (what) => appendFileSync(dir + '/log', name + ' ' + what + '\\n')
  await withLockFile(dir + '/new/lock', async () => {
    log('locks')
    console.log('locks')
    for await (const _ of process.stdin) break
    log('unlocks')
  })
`
let dir: string

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'playhub-lock-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
})

function startWorker(name: string): ChildProcess {
  const child = spawn(process.execPath, ['--input-type=module', '-e', worker, dir, name], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Lets the workers finish and waits until they have exited. @returns  the lines of their log */
async function release(...workers: ChildProcess[]): Promise<string[]> {
  for (const { stdin } of workers) stdin?.write('go')
  await Promise.all(workers.map((each) => once(each, 'exit')))
  return readFileSync(join(dir, 'log'), 'utf8').trim().split('\n')
}

test('two processes hold the lock one after the other', async () => {
  const log = await release(startWorker('a'), startWorker('b'))
  const [first, second] = log[0] === 'a locks' ? ['a', 'b'] : ['b', 'a']
  expect(log).toEqual([`${first} locks`, `${first} unlocks`, `${second} locks`, `${second} unlocks`])
})

test('the lock of a killed process is free', async () => {
  const killed = startWorker('a')
  if (killed.stdout) await once(killed.stdout, 'data')
  killed.kill('SIGKILL')
  expect(await release(startWorker('b'))).toEqual(['a locks', 'b locks', 'b unlocks'])
})
