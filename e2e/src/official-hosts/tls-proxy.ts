/** TLS proxy for the hub and every emulated provider host, as the browser and the hub see them. */
import { execFile } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { listenLocally } from '@playhub/test-kit/local-server'
import { temporaryFolder } from '../environment/content.ts'

export const hubHost = 'hub.playhub.example'

/** Each host's path prefix in the sandbox. Shared sandbox files keep their paths on every host. */
const hosts: Record<string, string> = {
  'js.stripe.com': '',
  'm-outer.js.stripe.com': '',
  'hooks.stripe.com': '',
  'api.stripe.com': '',
  'link.com': '',
  'checkout.link.com': '',
  'assets.link.com': '',
  'yookassa.ru': '',
  'static.yoomoney.ru': '',
  'yoomoney.ru': '',
  'api.yookassa.ru': '',
  'pay.yandex.ru': '',
  'pay.ya.ru': '',
  'accounts.google.com': '/google',
  'oauth2.googleapis.com': '/google',
  'openidconnect.googleapis.com': '/google',
  'www.googleapis.com': '/google',
  'appleid.apple.com': '/apple',
  'id.vk.ru': '/vk',
  'oauth.yandex.ru': '/yandex-id',
  'login.yandex.ru': '/yandex-id',
  'oauth.telegram.org': '/telegram',
  'telegram.org': '/telegram',
  'www.facebook.com': '/facebook',
  'graph.facebook.com': '/facebook',
}
/** Scripts with URLs fixed by the providers. */
const scripts: Record<string, string> = {
  'js.stripe.com/endive/stripe.js': '/stripe/stripe.js',
  'yookassa.ru/checkout-widget/v1/checkout-widget.js': '/yookassa/checkout-widget.js',
}
/** True when our pages may request this URL. */
export function isKnownHost(url: string): boolean {
  const { hostname, protocol } = new URL(url)
  return protocol !== 'https:' || hostname === hubHost || hostname in hosts
}

const sharedPaths = /^\/(identity|pages|shared|google|apple|vk|yandex-id|telegram|facebook)\//

export type TlsProxy = {
  port: number
  certificateFile: string
  /** Certificate key trusted by Chromium. */
  keyHash: string
  close(): Promise<void>
}

export async function startTlsProxy(ports: { hub: number; sandbox: number }): Promise<TlsProxy> {
  const { certificateFile, keyFile } = await createCertificate()
  const certificate = readFileSync(certificateFile)
  const server = createServer({ cert: certificate, key: readFileSync(keyFile) }, (incoming, response) => {
    const host = incoming.headers.host?.split(':')[0] ?? ''
    if (host === hubHost) return forward(incoming, response, ports.hub, incoming.url ?? '/')
    // Chromium also requests its own hosts.
    if (!(host in hosts)) return void response.writeHead(502).end()
    forward(incoming, response, ports.sandbox, sandboxPath(host, incoming.url ?? '/'))
  })
  const port = await listenLocally(server)
  const spki = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' })
  return {
    port,
    certificateFile,
    keyHash: createHash('sha256').update(spki).digest('base64'),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function sandboxPath(host: string, url: string): string {
  const path = url.split('?')[0] ?? ''
  const script = scripts[host + path]
  if (script) return script
  return sharedPaths.test(path) ? url : `${hosts[host]}${url}`
}

/** Forwards like a TLS-terminating reverse proxy. */
function forward(incoming: IncomingMessage, response: ServerResponse, port: number, path: string): void {
  const headers = { ...incoming.headers, 'x-forwarded-proto': 'https', 'x-forwarded-for': '127.0.0.1' }
  const outgoing = request({ host: '127.0.0.1', port, path, method: incoming.method, headers }, (result) => {
    response.writeHead(result.statusCode ?? 502, result.headers)
    result.pipe(response)
  })
  outgoing.on('error', () => response.destroy())
  incoming.pipe(outgoing)
}

async function createCertificate() {
  const folder = temporaryFolder('certificate')
  const [keyFile, certificateFile] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const names = [hubHost, ...Object.keys(hosts)].map((host) => `DNS:${host}`).join(',')
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
    ...['-subj', '/CN=playhub tests', '-addext', `subjectAltName=${names}`],
    ...['-keyout', keyFile, '-out', certificateFile],
  ])
  return { keyFile, certificateFile }
}
