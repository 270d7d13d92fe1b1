import type { ProjectConfig } from '@playhub/contract'
import { browserApi } from './browser-api.ts'
import { clientConfig } from './client-config.ts'
import { readHubContext } from './hub-context.ts'

/**
 * The project the hub speaks for now, for code outside of components (`useProjectConfig` within).
 * @param id  Of another one, where that is meant.
 */
export async function currentProject(
  id = readHubContext().project || clientConfig().tenant,
): Promise<ProjectConfig | undefined> {
  const { projects } = await browserApi.getInitialConfig()
  return projects.find((project) => project.id === id)
}
