import { browserApi } from '../lib/browser-api.ts'
import { clientConfig } from '../lib/client-config.ts'
import { isEmbedded, postToHost } from '../lib/embedding.ts'
import { readHubContext } from '../lib/hub-context.ts'
import { navigate } from '../lib/navigation.ts'

/** Goes back to whoever opened the hub: a popup closes, a frame asks its host, an app hears the result route. */
export async function leaveHub(): Promise<void> {
  const { source, project } = readHubContext()
  const closed = { data: null, type: 'closed', isError: false, errorCode: null }
  if (isEmbedded()) {
    const { projects } = await browserApi.getInitialConfig().catch(() => ({ projects: [] }))
    const id = project || clientConfig().tenant
    postToHost(closed, projects.find((known) => known.id === id)?.origins)
    window.close()
  } else if (source === 'mobile') {
    navigate(`/session/loginDone?${new URLSearchParams({ result: JSON.stringify(closed) })}`)
  }
}
