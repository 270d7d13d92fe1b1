import { portalScripts } from '@playhub/contract/plays/portal-sdks'
import { expect, test } from 'vitest'
import { rewriteHtml } from './rewrite-html.ts'

const boot = '<script>boot()</script>'
const rewrite = async (html: string | Buffer) =>
  rewriteHtml(Buffer.from(html as string), { bootScript: 'boot()', root: '/v/7' })

test.for([
  ['<!doctype html><html><head lang=en><title>a</title></head></html>', '<head lang=en>'],
  ['<!-- <head> --><HEAD><title><head></title></HEAD>', '<HEAD>'],
])('the boot script is the first thing in the head of %s', async ([html = '', head = '']) => {
  const { content } = await rewrite(html)
  expect(content.toString()).toBe(html.replace(head, head + boot))
})

test('without a head it precedes the first script', async () => {
  const { content } = await rewrite('<p>a<script>1</script><script>2</script>')
  expect(content.toString()).toBe(`<p>a${boot}<script>1</script><script>2</script>`)
})

test('a page without head and scripts gets it at the end', async () => {
  expect((await rewrite('<p>a')).content.toString()).toBe(`<p>a${boot}`)
})

test.for([
  ['<script type=module src="/assets/a.js">', '<script type=module src="/v/7/assets/a.js">'],
  ["<link rel=stylesheet HREF = '/a.css'>", "<link rel=stylesheet HREF = '/v/7/a.css'>"],
  ['<img src=/a.png>', '<img src=/v/7/a.png>'],
  ['<base href="/">', '<base href="/v/7/">'],
  ['<script src="//cdn.example/a.js">', '<script src="//cdn.example/a.js">'],
  ['<script src="a.js" data-x="/b">', '<script src="a.js" data-x="/b">'],
  ['<a href="/">', '<a href="/">'],
  ['<script>x = \'<img src="/a.png">\'</script>', '<script>x = \'<img src="/a.png">\'</script>'],
])('%s loads from the version of the page', async ([html, expected]) => {
  expect((await rewrite(`<head></head>${html}`)).content.toString()).toBe(`<head>${boot}</head>${expected}`)
})

test('the encoding of a page is kept and named', async () => {
  const cyrillic = Buffer.concat([
    Buffer.from('<head><meta charset="windows-1251"></head>'),
    Buffer.from([0xcf, 0xf0, 0xe8]),
  ])
  const { content, contentType } = await rewrite(cyrillic)
  expect(contentType).toBe('text/html; charset=windows-1251')
  expect(content.subarray(-3)).toEqual(Buffer.from([0xcf, 0xf0, 0xe8]))
  expect((await rewrite('<head></head>Привет')).contentType).toBe('text/html; charset=utf-8')
  expect((await rewrite('<head></head>Привет')).content.toString()).toContain('Привет')
})

test('a page in UTF-16 stays as it is', async () => {
  const html = Buffer.from('\ufeff<head></head>', 'utf16le')
  expect((await rewrite(html)).content).toEqual(html)
})

test('a boot script with letters and tags stays one script in any encoding', async () => {
  const bootScript = "say('Привет</script>')"
  const { content } = await rewriteHtml(Buffer.from('<head></head>'), { bootScript, root: '/v/7' })
  expect(content.toString()).toBe(
    "<head><script>say('\\u041f\\u0440\\u0438\\u0432\\u0435\\u0442<\\/script>')</script></head>",
  )
})

test('a large page is only parsed at its beginning', async () => {
  const embedded = `<script>${'x'.repeat(3_000_000)}</script>`
  const { content } = await rewrite(`<head></head>${embedded}`)
  expect(content.toString()).toBe(`<head>${boot}</head>${embedded}`)
})

const compat = {
  url: '/__playhub/compat/yandex.js?v=1&platform=x',
  pattern: portalScripts.yandex.source,
}

const replacement = compat.url.replace('&', '&amp;')

test.for([
  [
    '<script src="https://yandex.ru/games/sdk/v2"></script>',
    '<script src="URL#https://yandex.ru/games/sdk/v2"></script>',
  ],
  [
    "<script async SRC='//yandex.com.tr/games/sdk/v2?a&b' defer>",
    '<script async src="URL#//yandex.com.tr/games/sdk/v2?a&amp;b" defer>',
  ],
  ["<script src='//yandex.ru/games/sdk/\"><b>'>", '<script src="URL#//yandex.ru/games/sdk/&quot;><b>">'],
  ['<script src=/sdk.js integrity="sha384-x" crossorigin>', '<script src="URL#/sdk.js"  >'],
  ['<script crossorigin=anonymous src="./sdk.js"></script>', '<script  src="URL#./sdk.js"></script>'],
  [
    '<script src="https://sdk.games.s3.yandex.net/sdk.js">',
    '<script src="URL#https://sdk.games.s3.yandex.net/sdk.js">',
  ],
  ['<script src="https://other.example/sdk.js">', '<script src="https://other.example/sdk.js">'],
  ['<script src="mysdk.js">', '<script src="mysdk.js">'],
  ['<script src="/main.js">', '<script src="/v/7/main.js">'],
])('with compat, %s loads the replacement of the SDK', async ([tag, expected = '']) => {
  const options = { bootScript: 'boot()', root: '/v/7', compat }
  const { content } = await rewriteHtml(Buffer.from(`<head></head>${tag}`), options)
  const given = `<script>var __playhubCompat=${JSON.stringify(compat)};boot()</script>`
  expect(content.toString()).toBe(`<head>${given}</head>${expected.replace('URL', replacement)}`)
})

test.for([
  [
    'a tag',
    '<script src="https://yandex.ru/games/sdk/v2"></script>',
    '<script src="URL#https://yandex.ru/games/sdk/v2"></script>',
  ],
  [
    'a tag in a script',
    "write('<script src=/sdk.js><\\/script>')",
    "write('<script src=URL#/sdk.js><\\/script>')",
  ],
  [
    'another tag',
    '<script src="https://other.example/sdk.js">',
    '<script src="https://other.example/sdk.js">',
  ],
])('behind the parsed part, %s is found too', async ([, tag = '', expected = '']) => {
  const options = { bootScript: 'boot()', root: '/v/7', compat }
  // The tag begins within the parsed part in one case, and behind it in the other.
  for (const length of [131_050, 3_000_000]) {
    const embedded = `<head></head><script>${'x'.repeat(length)}`
    const { content } = await rewriteHtml(Buffer.from(`${embedded}</script>${tag}`), options)
    expect(content.toString().endsWith(`x</script>${expected.replace('URL', replacement)}`)).toBe(true)
  }
})

test('a page of open tags alone is rewritten', async () => {
  const options = { bootScript: 'boot()', root: '/v/7', compat }
  const html = `<head></head>${'<script '.repeat(500_000)}`
  expect((await rewriteHtml(Buffer.from(html), options)).content.length).toBeGreaterThan(html.length)
})

test.for([
  ['crazygames', 'https://sdk.crazygames.com/crazygames-sdk-v3.js'],
  ['poki', '//game-cdn.poki.com/scripts/v2/poki-sdk.js'],
  ['playgama', 'https://bridge.playgama.com/v1/stable/playgama-bridge.js'],
  ['playgama', 'lib/playgama-bridge-1.2.0.js'],
  ['playgama', 'https://cdn.example/gh/instant-games-bridge@1.9/instant-games-bridge.js'],
  ['gamedistribution', 'https://html5.api.gamedistribution.com/main.min.js'],
] as const)('%s is known by %s', ([sdk, url]) => {
  expect(portalScripts[sdk].test(url)).toBe(true)
})
