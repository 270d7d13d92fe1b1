/** The files of `deploy/Dockerfile` without a container runtime: they are few, and a hub runs from them. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { freePorts } from '@playhub/test-kit/free-ports'
import { expect, onTestFinished, test } from 'vitest'

const maxMegabytes = 150
const startSeconds = 30

function measureDir(dir: string): number {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .reduce((bytes, { parentPath, name }) => bytes + statSync(join(parentPath, name)).size, 0)
}

/** Runs the `COPY` lines of the last stage. @param stages  The folder of each, by its name; '' is the repository. */
function copyAsDockerfile(image: string, stages: Record<string, string>): void {
  const lastStage =
    readFileSync('deploy/Dockerfile', 'utf8')
      .split(/^FROM /m)
      .at(-1) ?? ''
  for (const [, stage = '', paths = ''] of lastStage.matchAll(/^COPY (?:--from=(\S+) )?(.+)$/gm)) {
    const [target = '', ...sources] = paths.split(' ').reverse()
    for (const source of sources) {
      const to = target.endsWith('/') ? join(target, basename(source)) : target
      mkdirSync(join(image, dirname(to)), { recursive: true })
      cpSync(join(stages[stage] ?? '', source.replace(/^\/app\//, '')), join(image, to), { recursive: true })
    }
  }
}

test(`the files of the image have less than ${maxMegabytes} MB, and a hub runs from them`, async () => {
  const dir = mkdtempSync(join(tmpdir(), 'playhub-image-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const [packages, image] = [join(dir, 'packages'), join(dir, 'image')]
  const options = { cwd: packages, stdio: 'ignore' } as const
  for (const file of execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n'))
    cpSync(file, join(packages, file))
  execFileSync('npm', ['ci', '--omit=dev', '--workspace', '@playhub/server'], options)
  execFileSync(process.execPath, ['scripts/prune-runtime.ts'], options)
  copyAsDockerfile(image, { '': packages, packages, build: resolve('.') })
  expect(measureDir(image) / 1e6).toBeLessThan(maxMegabytes)

  const [port] = await freePorts(1)
  const hub = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: image,
    env: {
      HUB_MODE: 'production',
      PORT: String(port),
      DATA_DIR: join(dir, 'data'),
      SMTP_URL: 'smtp://127.0.0.1:1',
      DRAIN_SECONDS: '0',
      // Other tests keep the machine busy, which is no overload of this hub.
      MAX_LOOP_DELAY_MS: '60000',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  onTestFinished(() => void hub.kill('SIGKILL'))
  const read = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined)
  await expect.poll(async () => (await read('/readyz'))?.status, { timeout: startSeconds * 1000 }).toBe(200)
  expect(await (await read('/games/en/'))?.text()).toContain('<h1')
  expect(await (await read('/developers/docs/publish'))?.text()).toContain('<h1')
  for (const path of ['/sdk/playhub.tgz', '/sdk/1.0.0/playhub.js'])
    expect((await read(path))?.status).toBe(200)
  hub.kill('SIGTERM')
  expect(await once(hub, 'exit')).toEqual([0, null])
}, 300_000)
