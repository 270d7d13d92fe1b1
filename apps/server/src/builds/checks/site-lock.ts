/** Hosts named by locked builds, in code and in base64, as in the portals' snippets. */
const hosts: Record<string, string[]> = {
  'poki.com': ['poki\\.com', 'poki-gdn\\.com'],
  'crazygames.com': ['crazygames\\.com', '1001juegos\\.com'],
  'gamedistribution.com': ['gamedistribution\\.com'],
  'yandex.ru': ['yandex\\.(?:ru|com|net)'],
  'playgama.com': ['playgama\\.com'],
  'itch.io': ['itch\\.(?:io|zone)', 'hwcdn\\.net'],
  'newgrounds.com': ['newgrounds\\.com', 'ungrounded\\.net'],
  'kongregate.com': ['kongregate\\.com'],
}
const encoded: Record<string, RegExp> = {
  // `.poki.com`, `.poki-gdn.com`, `https://poki.com/sitelock`
  'poki.com': /LnBva2kuY29t|LnBva2ktZ2RuLmNvb|aHR0cHM6Ly9wb2tpLmNvbS9zaXRlbG9ja/,
  // `crazygames.com` at each of the three places of base64
  'crazygames.com': /Y3JhenlnYW1lcy5jb2|NyYXp5Z2FtZXMuY29t|jcmF6eWdhbWVzLmNvb/,
}

const address =
  '(?:location\\s*\\.\\s*(?:host(?:name)?|href|origin)|document\\s*\\.\\s*(?:domain|referrer)|ancestorOrigins)'
/** Distance between the list of hosts and the compared URL. */
const near = '[^]{0,200}?'

const patterns = Object.entries(hosts).map(([host, names]) => {
  // A text beginning or ending with the host: links and SDK URLs have more before it.
  const text = `["'\`](?:https?:\\/\\/)?(?:www)?\\.?(?:${names.join('|')})\\/?["'\`]`
  return [host, new RegExp(`${address}${near}${text}|${text}${near}${address}`)] as const
})

/** The site by whose address a page or script seems to decide whether the game runs; undefined when there is none. */
export function findSiteLock(text: string): string | undefined {
  const [host] = Object.entries(encoded).find(([, pattern]) => pattern.test(text)) ?? []
  return host ?? patterns.find(([, pattern]) => pattern.test(text))?.[0]
}
