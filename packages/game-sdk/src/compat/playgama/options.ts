/** Until version 1.20 a call got options, which could be by platform. */
export interface Options {
  [name: string]: Options | string | number | undefined
}

/** The options of the platform, else of the first one, else all. */
export function pickOptions(options: Options, platform: string): Record<string, string | number | undefined> {
  const byPlatform = Object.values(options).find((value) => typeof value === 'object')
  return (options[platform] ?? byPlatform ?? options) as Record<string, string | number | undefined>
}
