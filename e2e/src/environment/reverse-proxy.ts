/** A real nginx with `deploy/nginx.conf`, or a real Caddy with `deploy/Caddyfile`. */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureDebianProgram } from '@playhub/test-kit/debian-program'
import { freePorts } from '@playhub/test-kit/free-ports'
import { ensureNginx } from '@playhub/test-kit/nginx'
import { temporaryFolder } from './content.ts'
import { root, waitUntil } from './environment.ts'

export type ProxyKind = 'nginx' | 'caddy'
export type ReverseProxy = { url: string; close(): Promise<void> }

/** The program's path. Undefined when it cannot be installed. */
export const proxyPrograms: Record<ProxyKind, () => string | undefined> = {
  nginx: ensureNginx,
  caddy: () => ensureDebianProgram('caddy'),
}

type Start = (program: string, port: number, hubUrls: string[]) => Promise<ChildProcess> | ChildProcess
const starts: Record<ProxyKind, Start> = { nginx: startNginx, caddy: startCaddy }
const stdio: StdioOptions = ['ignore', 'ignore', 'inherit']

/** @param hubUrls  Where it sends requests. */
export async function startReverseProxy(
  kind: ProxyKind,
  program: string,
  { port, hubUrls }: { port: number; hubUrls: string[] },
): Promise<ReverseProxy> {
  const child = await starts[kind](program, port, hubUrls)
  const url = `http://127.0.0.1:${port}`
  await waitUntil(async () => {
    if (child.exitCode !== null) throw new Error(`${kind} exited with ${child.exitCode}`)
    return (await fetch(`${url}/healthz`).catch(() => undefined))?.ok || undefined
  }, kind)
  return {
    url,
    async close() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

function startNginx(program: string, port: number, hubUrls: string[]): ChildProcess {
  const dir = temporaryFolder('nginx')
  const file = join(dir, 'nginx.conf')
  writeFileSync(file, configuration(dir, port, hubUrls))
  return spawn(program, ['-c', file, '-p', dir, '-e', 'stderr'], { stdio })
}

/** The operator's file as it is. A host with a scheme gets no certificate. */
async function startCaddy(program: string, port: number, hubUrls: string[]): Promise<ChildProcess> {
  const dir = temporaryFolder('caddy')
  const args = ['run', '--config', join(root, 'deploy/Caddyfile'), '--adapter', 'caddyfile']
  const env = {
    HOSTS: `http://127.0.0.1:${port}`,
    HUBS: hubUrls.map((url) => `127.0.0.1:${new URL(url).port}`).join(' '),
    CADDY_ADMIN: `127.0.0.1:${await freePort()}`,
    HOME: dir,
    XDG_DATA_HOME: dir,
    XDG_CONFIG_HOME: dir,
  }
  // It reports every start on stderr.
  return spawn(program, args, { env, stdio: 'ignore' })
}

/** The operator's file without certificates and on the test's own port. */
function configuration(dir: string, port: number, hubUrls: string[]): string {
  const servers = [...hubUrls, ...hubUrls].map(
    (url) => `    server 127.0.0.1:${new URL(url).port} max_fails=0;\n`,
  )
  const site = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8')
    .replace(/( +server 10\.\S+ max_fails=0;\n)+/, servers.join(''))
    .replace(/listen 443 ssl http2;/, `listen 127.0.0.1:${port};`)
    .replace(/^ +(ssl_|server_name).*\n/gm, '')
  const temporaryPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(dir, name)};`)
    .join('\n')
  return `daemon off;
pid ${join(dir, 'nginx.pid')};
worker_processes 1;
events { worker_connections 1024; }
http {
access_log off;
${temporaryPaths}
${site}
}
`
}

export async function freePort(): Promise<number> {
  const [port] = (await freePorts(1)) as [number]
  return port
}
