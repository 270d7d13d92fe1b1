import { whenLoaded } from '../shared/install.ts'
import type { Portal } from '../shared/portal.ts'
import type { GameDistributionSdk, Options } from './interface.ts'

const AdType = { Interstitial: 'interstitial', Rewarded: 'rewarded', Display: 'display' } as const
const POLL_MS = 50

/**
 * The SDK of GameDistribution.
 * @see https://github.com/GameDistribution/GD-HTML5/wiki
 */
export function createGameDistribution(portal: Portal) {
  const page = window as { GD_OPTIONS?: Options }
  const getOptions = () => page.GD_OPTIONS
  const send = (name: string, message: string) =>
    getOptions()?.onEvent?.({ name, message, status: name === 'SDK_ERROR' ? 'error' : 'success' })
  const ignore = () => {}
  const noAd = () => new Error('No ad available')

  /** The game may set its options after this script. */
  function start(): void {
    if (!getOptions()) return void setTimeout(start, POLL_MS)
    send('SDK_READY', 'Everything is ready.')
    send('SDK_GAME_START', 'Advertisement(s) are done. Start / resume the game.')
  }
  portal.opened.then(() => setTimeout(start))
  // Games of this SDK report no loading.
  whenLoaded(portal.ready)

  async function showAd(type: string = AdType.Interstitial): Promise<void> {
    if (type === AdType.Display) throw noAd()
    const kind = type === AdType.Rewarded ? 'rewarded' : 'interstitial'
    const { shown, rewarded } = await portal.showBreak(kind, () => send('SDK_GAME_PAUSE', 'Pause the game.'))
    if (rewarded) send('SDK_REWARDED_WATCH_COMPLETE', 'The reward is earned.')
    send('SDK_GAME_START', 'Start / resume the game.')
    if (!shown) throw noAd()
  }

  return {
    gdsdk: {
      AdType,
      showAd,
      showBanner: () => showAd().catch(ignore),
      async preloadAd(type?: string) {
        await portal.opened
        if (type === AdType.Display || !portal.supports('breaks')) throw noAd()
      },
      cancelAd: async () => {},
      openConsole: ignore,
      play: ignore,
      customLog: ignore,
    },
    /** The name of the first versions. */
    gdApi: { showBanner: () => void showAd().catch(ignore), play: ignore, customLog: ignore },
  } satisfies GameDistributionSdk
}
