/** Kills the hub with SIGKILL while two devices of a player save. Nothing acknowledged may be lost. */
import { setTimeout } from 'node:timers/promises'
import type { SaveConflict, StoredSave } from '@playhub/contract'
import { expect } from 'vitest'
import { call, register } from '../../environment/api.ts'
import { startEnvironment, type TestEnvironment } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'

/** A player may write sixty times a minute, conflicts and repetitions included. */
const writesPerDevice = 10
const kills = 6
const project = 'islandm3'
const key = 'progress'

const test = journey({ start: () => startEnvironment() })

test('two devices lose no acknowledged save while the hub is killed', async ({ environment }) => {
  const { jwt } = await register(environment)
  const devices = ['phone', 'laptop'].map((name) => saveOften(environment, jwt, name))
  for (let kill = 0; kill < kills; kill += 1) {
    await setTimeout(Math.random() * 200)
    await environment.killHub()
    await environment.startHub()
  }
  const acknowledged = (await Promise.all(devices)).flat()
  const path = `/play/saves?project=${project}`
  const { data } = await call<{ data: { result: { value: string }[] } }>(environment, 'GET', path, { jwt })
  const saved: string[] = JSON.parse(data.result[0]?.value ?? '[]')
  expect(saved.toSorted()).toEqual(expect.arrayContaining(acknowledged))
}, 120_000)

/** Adds entries to the list saved by both devices. @returns  those acknowledged by the hub */
async function saveOften(environment: TestEnvironment, jwt: string, name: string): Promise<string[]> {
  let version = 0
  let entries: string[] = []
  const acknowledged: string[] = []
  for (let n = 0; n < writesPerDevice; n += 1) {
    const entry = `${name} ${n}`
    entries = [...entries, entry]
    for (let isSaved = false; !isSaved; ) {
      const body = { project, key, value: JSON.stringify(entries), ifVersion: version }
      const response = await post(environment, jwt, body)
      isSaved = response.ok
      if (response.ok) {
        version = ((await response.json()) as { data: { result: StoredSave } }).data.result.version
      } else {
        expect(response.status, await response.clone().text()).toBe(409)
        const { current } = ((await response.json()) as { details: SaveConflict }).details
        version = current?.version ?? 0
        entries = [...new Set([...JSON.parse(current?.value ?? '[]'), ...entries])]
      }
    }
    acknowledged.push(entry)
  }
  return acknowledged
}

/** Repeats the request until the hub responds. */
async function post({ hubUrl }: TestEnvironment, jwt: string, body: object): Promise<Response> {
  for (;;) {
    const headers = { authorization: `Bearer ${jwt}`, 'content-type': 'application/json' }
    const request = { method: 'POST', headers, body: JSON.stringify(body) }
    try {
      return await fetch(`${hubUrl}/api/play/saves/write`, request)
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      await setTimeout(50)
    }
  }
}
