import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { StartupError } from '../startup-error.ts'
import { lockDataFolder } from './folder-lock.ts'

function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'playhub-lock-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

test('a folder is locked once, and again after its release', () => {
  const dir = temporaryFolder()
  const lock = lockDataFolder(dir)
  expect(() => lockDataFolder(dir)).toThrow(StartupError)
  expect(() => lockDataFolder(dir)).toThrow(`Another hub uses the data folder ${dir}: stop it, `)
  expect(statSync(join(dir, 'hub.lock')).mode & 0o077).toBe(0)
  lockDataFolder(temporaryFolder()).release()
  lock.release()
  lockDataFolder(dir).release()
})

test('the database beside the lock can be read and written', () => {
  const dir = temporaryFolder()
  onTestFinished(lockDataFolder(dir).release)
  const database = new BetterSqlite(join(dir, 'playhub.sqlite'))
  database.exec('create table t (id)')
  database.prepare('vacuum into ?').run(join(dir, 'copy'))
  database.close()
})

test('the lock of a process that is killed ends with it', async () => {
  const dir = temporaryFolder()
  const script = `
    const { lockDataFolder } = await import(${JSON.stringify(join(import.meta.dirname, 'folder-lock.ts'))})
    globalThis.lock = lockDataFolder(${JSON.stringify(dir)})
    console.log('locked')
    setInterval(() => {}, 1000)`
  const holder = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void holder.kill('SIGKILL'))
  await once(holder.stdout, 'data')
  expect(() => lockDataFolder(dir)).toThrow('Another hub uses the data folder')
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  lockDataFolder(dir).release()
})
