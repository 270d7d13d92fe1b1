import type { ProjectConfig } from '@playhub/contract'
import { clientConfig } from '../context/client-config.ts'
import { readHubContext } from '../context/hub-context.ts'
import { browserApi } from './browser-api.ts'

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
