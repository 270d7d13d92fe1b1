/** The oldest supported release of each browser. */
export type Browsers = { chrome: number; firefox: number; safari: number }

/** Web, console and the sample games. */
export const hubBrowsers: Browsers = { chrome: 109, firefox: 115, safari: 16.4 }
/** The SDK and the scripts for portals run in other people's pages, so they stay two years behind. */
export const sdkBrowsers: Browsers = { chrome: 88, firefox: 89, safari: 14.1 }

/** A bundler's `target`: it rewrites newer syntax. */
export const toBuildTarget = (browsers: Browsers): string[] =>
  Object.entries(browsers).map(([name, version]) => name + version)
