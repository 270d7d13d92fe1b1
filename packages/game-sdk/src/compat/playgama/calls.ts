/** A refusal of this SDK itself has no reason. */
export const refuse = (): Promise<never> => Promise.reject()

/** A refusing call under each of the names. */
export const refuseAll = (names: string): Record<string, () => Promise<never>> =>
  Object.fromEntries(names.split(' ').map((name) => [name, refuse]))

/** The claims under each of the names are false. */
export const denyAll = (names: string): Record<string, boolean> =>
  Object.fromEntries(names.split(' ').map((name) => [`is${name}Supported`, false]))

/** Passes the portal's error on, but for what this SDK checks itself: support, sign-in and ids. */
export async function orRefuse<T>(result: Promise<T>): Promise<T> {
  try {
    return await result
  } catch (error) {
    if (/^(NOT|INVALID|UNKNOWN)_/.test((error as { code?: string } | undefined)?.code ?? '')) return refuse()
    throw error
  }
}

/** Until version 1.20 a call got options, which could be by platform. */
export interface Options {
  [name: string]: Options | string | number | undefined
}

/** The options of the platform, else of the first one, else all. */
export function pickOptions(options: Options, platform: string): Record<string, string | number | undefined> {
  const byPlatform = Object.values(options).find((value) => typeof value === 'object')
  return (options[platform] ?? byPlatform ?? options) as Record<string, string | number | undefined>
}
