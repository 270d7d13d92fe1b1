import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { build } from 'vite'

export interface Shop {
  url: string
  close(): Promise<void>
}

const DONE =
  '<!doctype html><html lang="en"><title>Done</title><link rel="icon" href="data:,"><main><h1>Done</h1></main>'

/** A shop with Stripe's React library. */
export async function openStripeShop(sandboxUrl: string): Promise<Shop> {
  return serveShop(sandboxUrl, {
    '/': ['text/html', renderPage(`${sandboxUrl}/stripe/stripe.js`)],
    '/shop.js': ['text/javascript', await bundle(join(import.meta.dirname, 'browser/shop.js'))],
  })
}

/** A shop with YooKassa's widget. */
export function openWidgetShop(sandboxUrl: string): Promise<Shop> {
  return serveShop(sandboxUrl, {
    '/': ['text/html', renderPage(`${sandboxUrl}/yookassa/checkout-widget.js`)],
    '/shop.js': [
      'text/javascript',
      readFileSync(join(import.meta.dirname, 'browser/widget-shop.js'), 'utf8'),
    ],
  })
}

function renderPage(script: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="icon" href="data:,"><link rel="stylesheet" href="/shop.css">
    <script src="${script}"></script></head>
    <body><div id="root"></div><script type="module" src="/shop.js"></script></body></html>`
}

type Files = Record<string, [type: string, content: string]>

/** Serves a shop on its own origin. Its policy allows the sandbox's scripts and frames only. */
async function serveShop(sandboxUrl: string, own: Files): Promise<Shop> {
  const policy =
    `default-src 'none'; script-src 'self' ${sandboxUrl}; frame-src ${sandboxUrl}; ` +
    "style-src 'self'; img-src data:"
  const files: Files = {
    ...own,
    '/done': ['text/html', DONE],
    '/shop.css': ['text/css', 'body{max-width:480px;margin:20px auto;background:#1a1c28;color:#fff}'],
  }
  const server = createServer((request, response) => {
    const file = files[new URL(request.url ?? '/', 'http://shop').pathname]
    if (!file) return void response.writeHead(404).end()
    response.writeHead(200, {
      'content-type': `${file[0]}; charset=utf-8`,
      'content-security-policy': policy,
    })
    response.end(file[1])
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function bundle(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"development"' },
    build: {
      write: false,
      minify: false,
      target: 'es2024',
      rolldownOptions: { input: entry, output: { codeSplitting: false } },
    },
  })
  const [output] = [built].flat()
  if (!output || !('output' in output)) throw new Error('The shop did not build')
  const [chunk] = output.output
  return chunk.code
}
