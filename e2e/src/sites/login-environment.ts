import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyContent, withoutItems } from '../environment/content.ts'
import { startEnvironment, type TestEnvironment } from '../environment/environment.ts'
import { type HostSite, startHostSite } from './host-site.ts'

export type LoginEnvironment = TestEnvironment & { site: HostSite }

/** A project with `authType: redirect`, which gets results in the URL. */
export const redirectProject = 'farshore'

/** A hub whose Treasure Island lists a cross-site host, and {@link redirectProject} on the same host. */
export async function startLoginEnvironment(settings = ''): Promise<LoginEnvironment> {
  const site = await startHostSite()
  const content = copyContent()
  appendFileSync(join(content.dir, 'hub.yaml'), settings)
  content.project(
    'islandm3',
    (yaml) =>
      withoutItems(yaml)
        .replace('authType: postMessage', `authType: redirect\nhost: ${site.url}`)
        .replaceAll(/Остров сокровищ M3|Treasure Island M3/g, 'Far Shore'),
    redirectProject,
  )
  content.project('islandm3', (yaml) => yaml.replace('origins:', `origins:\n  - ${site.url}`))
  const environment = await startEnvironment({ CONTENT_DIR: content.dir }).catch(async (error: unknown) => {
    await site.close()
    throw error
  })
  return {
    ...environment,
    site,
    async close() {
      await Promise.all([environment.close(), site.close()])
    },
  }
}

/** The same on a hub that requires consents. */
export const startConsentEnvironment = () => startLoginEnvironment('\nlegal: { consents: required }\n')
