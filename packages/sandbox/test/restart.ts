import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startSandbox } from '../src/index.ts'
import { startStandInHub } from './hub.ts'

/** Uses a sandbox while its hub is down, and starts both again. @returns  the outcome of `use`, and what runs then */
export async function restartSandbox<T>(use: (url: string) => Promise<T>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'))
  const down = await startStandInHub()
  await down.close()
  const options = { port: 0, smtpPort: 0, hubUrl: down.url, dataDir }
  const first = await startSandbox(options)
  const before = await use(first.url)
  await first.close()
  const hub = await startStandInHub(Number(new URL(down.url).port))
  const { url, close } = await startSandbox(options)
  onTestFinished(async () => {
    await close()
    await hub.close()
    await rm(dataDir, { recursive: true })
  })
  return { before, url, hub }
}
