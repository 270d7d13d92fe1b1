import { type Portal, toTexts } from '../shared/portal.ts'
import type { CrazyGamesSdk, InviteParams } from './interface.ts'

/**
 * Gives the SDK of version 3 the calls of version 2: each returns a promise, and takes a callback of the error and the
 * result behind its parameters. There is no `init`.
 * @see https://docs.crazygames.com/sdk/html5-v2/intro/
 */
export function toVersion2<Sdk extends CrazyGamesSdk>(portal: Portal, sdk: Sdk) {
  const { game, ad, banner, user } = sdk
  const withCallbacks = (part: object, names: string) => {
    const calls = part as Record<string, Call>
    for (const name of names.split(' ')) calls[name] = withCallback(calls[name] as Call)
  }
  Object.assign(game, {
    sdkGameLoadingStart: game.loadingStart,
    sdkGameLoadingStop: game.loadingStop,
    inviteLink: (params: InviteParams) => portal.shareLink(toTexts(params)),
  })
  withCallbacks(
    game,
    'happytime gameplayStart gameplayStop sdkGameLoadingStart sdkGameLoadingStop inviteLink showInviteButton hideInviteButton',
  )
  withCallbacks(ad, 'hasAdblock')
  withCallbacks(banner, 'requestBanner requestResponsiveBanner clearBanner clearAllBanners')
  const { isUserAccountAvailable, systemInfo } = user
  Object.assign(user, {
    isUserAccountAvailable: () => isUserAccountAvailable,
    getSystemInfo: () => systemInfo,
  })
  withCallbacks(
    user,
    'isUserAccountAvailable getUser getSystemInfo getUserToken getXsollaUserToken showAuthPrompt showAccountLinkPrompt addScore',
  )
  const getEnvironment = withCallback(async () => {
    await portal.opened
    return sdk.environment
  })
  return Object.assign(sdk, { getEnvironment })
}

type Call = (...given: unknown[]) => unknown

function withCallback(call: Call): (...given: unknown[]) => Promise<unknown> {
  return (...given) => {
    const callback = typeof given[given.length - 1] === 'function' ? (given.pop() as Call) : undefined
    const result = new Promise((resolve) => resolve(call(...given)))
    if (callback)
      result.then(
        (value) => callback(null, value),
        (error) => callback(error),
      )
    return result
  }
}
