import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'

/** Works until somebody tells it to go, and notes when. */
const worker = `
  import { appendFileSync } from 'node:fs'
  import { oneAtATime } from ${JSON.stringify(new URL('./one-at-a-time.ts', import.meta.url).href)}
  const [dir, name] = process.argv.slice(1)
  const note = (what) => appendFileSync(dir + '/notes', name + ' ' + what + '\\n')
  await oneAtATime(dir + '/new/lock', async () => {
    note('works')
    console.log('works')
    for await (const _ of process.stdin) break
    note('leaves')
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

/** Tells each to go, and waits until all have ended. @returns what they noted */
async function letGo(...workers: ChildProcess[]): Promise<string[]> {
  for (const { stdin } of workers) stdin?.write('go')
  await Promise.all(workers.map((each) => once(each, 'exit')))
  return readFileSync(join(dir, 'notes'), 'utf8').trim().split('\n')
}

test('two processes work one after the other', async () => {
  const notes = await letGo(startWorker('a'), startWorker('b'))
  const [first, second] = notes[0] === 'a works' ? ['a', 'b'] : ['b', 'a']
  expect(notes).toEqual([`${first} works`, `${first} leaves`, `${second} works`, `${second} leaves`])
})

test('nobody waits for a process that was killed at work', async () => {
  const killed = startWorker('a')
  if (killed.stdout) await once(killed.stdout, 'data')
  killed.kill('SIGKILL')
  expect(await letGo(startWorker('b'))).toEqual(['a works', 'b works', 'b leaves'])
})
