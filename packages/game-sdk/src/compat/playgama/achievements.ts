import type { Hub } from '../../hub.ts'
import type { Portal } from '../shared/portal.ts'
import { orRefuse, refuse } from './calls.ts'

/** Version 2 gives an id, version 1 an object, which some games have by platform. */
type Given = string | { [name: string]: Given } | undefined

/** The hub's achievements. It shows an unlocked one itself, and has no list of its own over the game. */
export function createAchievements(portal: Portal) {
  const use = async <T>(run: (achievements: Hub['achievements']) => Promise<T>) => {
    const hub = await portal.opened
    return hub ? orRefuse(run(hub.achievements)) : refuse()
  }
  const isSupported = () => portal.supports('achievements')
  const getList = () =>
    use(async (achievements) =>
      (await achievements.list()).map(({ id, title, description, iconUrl, isUnlocked }) => {
        return { id, name: title, description, icon: iconUrl ?? '', unlocked: isUnlocked }
      }),
    )

  return {
    get isSupported() {
      return isSupported()
    },
    get isGetListSupported() {
      return isSupported()
    },
    isNativePopupSupported: false,
    unlock: (given: Given) =>
      use(async (achievements) => {
        await achievements.unlock(findId(given))
      }),
    getList,
    /** Its name in version 2. */
    getAchievements: getList,
    showNativePopup: refuse,
  }
}

function findId(given: Given): string {
  if (typeof given !== 'object') return given ?? ''
  return findId(given.achievementkey ?? given.achievementKey ?? given.achievement ?? Object.values(given)[0])
}
