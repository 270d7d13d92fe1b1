/** Screens whose answers are on their way, or have not come. */
import type { Scene } from '../screen-list.ts'

type Path = string | ((scene: Scene) => string | Promise<string>)
type Fate = 'held' | 'lost' | 'refused'

const fates = {
  held: () => undefined,
  lost: (route: { abort(): Promise<void> }) => route.abort(),
  refused: (route: { fulfill(answer: object): Promise<void> }) =>
    route.fulfill({ status: 503, contentType: 'application/json', body: '{"code":"UNAVAILABLE"}' }),
}

/** @returns a path for a screen: from then on its calls end so. */
const whose =
  (fate: Fate) =>
  (calls: string, path: Path) =>
  async (scene: Scene): Promise<string> => {
    const address = typeof path === 'string' ? path : await path(scene)
    await scene.page.route(`**/api/${calls}`, fates[fate])
    return address
  }

export const answers = { held: whose('held'), lost: whose('lost'), refused: whose('refused') }
