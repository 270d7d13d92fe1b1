/** As `URL.parse`, which Safari 17 and browsers before September 2024 lack. */
export function parseUrl(url: string, base?: string | URL): URL | null {
  try {
    return new URL(url, base)
  } catch {
    return null
  }
}
