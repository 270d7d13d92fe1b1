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
