import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServerProcess, startProcess } from '../processes.ts'

/** Starts a hub with copies of a game in its catalogue. */
export async function startHubWith(games: number, port: number): Promise<{ url: string } & ServerProcess> {
  const dir = mkdtempSync(join(tmpdir(), 'playhub-bench-'))
  const contentDir = join(dir, 'content')
  cpSync('content', contentDir, { recursive: true })
  const island = readFileSync('content/projects/islandm3.yaml', 'utf8')
    .replace(/^items:[\s\S]*?^(?=game:)/m, '')
    .replace(/ {2}shareArt: .*\n/, '')
  for (let number = 1; number <= games; number++) {
    const yaml = island.replace('en: Treasure Island M3', `en: Lantern ${number}`)
    writeFileSync(join(contentDir, `projects/lantern-${number}.yaml`), yaml)
  }
  const url = `http://127.0.0.1:${port}`
  const part = await startProcess(
    'scripts/start.ts',
    `${url}/readyz`,
    {
      PORT: String(port),
      DATA_DIR: join(dir, 'data'),
      CONTENT_DIR: contentDir,
      LOG_LEVEL: 'error',
    },
    ['hub'],
  )
  return {
    url,
    process: part.process,
    stop: async () => {
      await part.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
