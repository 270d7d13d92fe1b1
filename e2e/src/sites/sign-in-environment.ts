import { addSingleGame, copyContent, withoutItems } from '../environment/content.ts'
import { startWorld, type World } from '../environment/test-environment.ts'
import { type HostSite, startHostSite } from './host-site.ts'

export type SignInWorld = World & { site: HostSite }

/** A project that wants its players back with the result in the address. */
export const redirectProject = 'farshore'

/** A hub whose Treasure Island is also played on a site of another kind, and a project of that site that redirects. */
export async function startSignInWorld(): Promise<SignInWorld> {
  const site = await startHostSite()
  const content = copyContent()
  addSingleGame(content)
  content.project(
    'islandm3',
    (yaml) =>
      withoutItems(yaml)
        .replace('authType: postMessage', `authType: redirect\nhost: ${site.url}`)
        .replaceAll(/Остров сокровищ M3|Treasure Island M3/g, 'Far Shore'),
    redirectProject,
  )
  content.project('islandm3', (yaml) => yaml.replace('origins:', `origins:\n  - ${site.url}`))
  const world = await startWorld({ CONTENT_DIR: content.dir }).catch(async (error: unknown) => {
    await site.close()
    throw error
  })
  return {
    ...world,
    site,
    async close() {
      await Promise.all([world.close(), site.close()])
    },
  }
}
