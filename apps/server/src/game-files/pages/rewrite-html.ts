import { finished } from 'node:stream/promises'
import { type CompatScript, compatGlobal, toReplacement } from '@playhub/contract/plays/portal-sdks'
import { RewritingStream } from 'parse5-html-rewriting-stream'

/** Positions of the changed elements. Parsing takes 20 ms of CPU per 100 KB, and games embed megabytes. */
const parsedBytes = 128 * 1024
/** A longer tag at the end of the parsed part is missed. */
const maxTagLength = 2000

/** Attributes whose root-absolute URLs get the version. Others, such as links, may mean the site. */
const loadingAttributes: Record<string, string> = {
  script: 'src',
  link: 'href',
  img: 'src',
  source: 'src',
  audio: 'src',
  video: 'src',
  iframe: 'src',
  embed: 'src',
  object: 'data',
  base: 'href',
}

/** The declaration of the parser lacks attributes. */
type TagLocation = { attrs?: Record<string, { startOffset: number; endOffset: number }> }
type Edit = { start: number; end: number; text: string }
type Attribute = { name: string; value: string }

export type RewrittenPage = { content: Buffer; contentType: string }
export type RewriteOptions = {
  bootScript: string | null
  /** Such as `/v/7`. */
  root: string
  /** Replaces a portal's SDK, here and in scripts added later. */
  compat?: CompatScript | undefined
}

/**
 * Adds the boot script as the first thing in `<head>`, before the first script where there is no head, replaces a
 * portal's SDK, and leads root-absolute URLs to the version of the page. Every other byte stays as it was uploaded, also
 * in encodings other than UTF-8.
 */
export async function rewriteHtml(content: Buffer, options: RewriteOptions): Promise<RewrittenPage> {
  const { bootScript, compat } = options
  const contentType = findContentType(content)
  if (isUtf16(content)) return { content, contentType }
  // One character per byte: offsets are byte offsets, and unknown encodings survive. Tags are ASCII in all of them.
  const source = content.subarray(0, parsedBytes).toString('latin1')
  const given = compat ? `var ${compatGlobal}=${JSON.stringify(compat)};` : ''
  const boot = bootScript === null ? '' : toElement(given + bootScript)
  const { edits, hasBoot } = await findEdits(source, boot, options)
  if (compat && content.length > parsedBytes) {
    const from = Math.max(edits.at(-1)?.end ?? 0, parsedBytes - maxTagLength)
    edits.push(...findPortalScripts(content, from, compat))
  }
  const parts: Buffer[] = []
  let position = 0
  for (const { start, end, text } of edits) {
    parts.push(content.subarray(position, start), Buffer.from(text, 'latin1'))
    position = end
  }
  parts.push(content.subarray(position))
  if (!hasBoot) parts.push(Buffer.from(boot, 'latin1'))
  return { content: Buffer.concat(parts), contentType }
}

async function findEdits(
  source: string,
  boot: string,
  { root, compat }: RewriteOptions,
): Promise<{ edits: Edit[]; hasBoot: boolean }> {
  const parser = new RewritingStream()
  const portalScript = compat && new RegExp(compat.pattern, 'i')
  const edits: Edit[] = []
  let hasBoot = false
  const insertBoot = (at: number) => {
    hasBoot = true
    edits.push({ start: at, end: at, text: boot })
  }
  parser.on('startTag', ({ tagName, attrs, sourceCodeLocation: location }) => {
    if (!location) return
    if (!hasBoot && tagName === 'head') insertBoot(location.endOffset)
    if (!hasBoot && tagName === 'script') insertBoot(location.startOffset)
    const src = findValue(attrs, 'src')
    if (compat && tagName === 'script' && portalScript?.test(src))
      return void edits.push(...replaceScript(location as TagLocation, toReplacement(compat, src)))
    const attribute = (location as TagLocation).attrs?.[loadingAttributes[tagName] ?? '']
    if (!attribute) return
    const { startOffset: start, endOffset: end } = attribute
    const text = source.slice(start, end)
    const rooted = text.replace(/^([^=]*=\s*["']?)(\/(?!\/))/, `$1${root}$2`)
    if (rooted !== text) edits.push({ start, end, text: rooted })
  })
  parser.resume()
  parser.end(source)
  await finished(parser)
  return { edits, hasBoot }
}

/** Finds tags in scripts, too, which write them into the page. */
function findPortalScripts(content: Buffer, from: number, compat: CompatScript): Edit[] {
  const portalScript = new RegExp(compat.pattern, 'i')
  const tags = /(<script\b[^<>]*?\ssrc\s*=\s*["']?)([^"'\s>]+)/gi
  return [...content.toString('latin1', from).matchAll(tags)].flatMap(
    ({ 1: before = '', 2: src = '', index }) => {
      const start = from + index + before.length
      return portalScript.test(src)
        ? [{ start, end: start + src.length, text: toAttribute(toReplacement(compat, src)) }]
        : []
    },
  )
}

const toAttribute = (url: string) => url.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

function findValue(attributes: readonly Attribute[], name: string): string {
  return attributes.find((attribute) => attribute.name === name)?.value.trim() ?? ''
}

/** Keeps `async` and `defer`. The hash of the portal's file does not fit, and the new one is of the same origin. */
function replaceScript({ attrs = {} }: TagLocation, url: string): Edit[] {
  const replaced = { src: `src="${toAttribute(url)}"`, integrity: '', crossorigin: '' }
  const edits = Object.entries(replaced).flatMap(([name, text]) => {
    const location = attrs[name]
    return location ? [{ start: location.startOffset, end: location.endOffset, text }] : []
  })
  return edits.sort((a, b) => a.start - b.start)
}

/** ASCII, because the page may have any encoding, and without an end tag inside. */
function toElement(script: string): string {
  const ascii = script
    .replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('</script', '<\\/script')
  return `<script>${ascii}</script>`
}

function isUtf16([first, second]: Buffer): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
}

/**
 * Names the encoding, because the boot script moves the page's own declaration beyond the first 1,024 bytes, where
 * browsers do not look.
 */
function findContentType(content: Buffer): string {
  if (isUtf16(content)) return 'text/html'
  const [, declared] =
    /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(content.toString('latin1', 0, 1024)) ?? []
  if (declared) return `text/html; charset=${declared.toLowerCase()}`
  return isUtf8(content) ? 'text/html; charset=utf-8' : 'text/html'
}

function isUtf8(content: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(content)
    return true
  } catch {
    return false
  }
}
