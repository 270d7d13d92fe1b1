/** A real nginx with the configuration of `deploy/nginx.conf`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePorts } from '../../../scripts/free-ports.ts'
import { temporaryFolder } from './content.ts'
import { root, waitUntil } from './environment.ts'

export type ReverseProxy = { url: string; close(): Promise<void> }

/**
 * @param program  The path of nginx.
 * @param hubUrls  Where it sends requests.
 */
export async function startReverseProxy(
  program: string,
  port: number,
  hubUrls: string[],
): Promise<ReverseProxy> {
  const dir = temporaryFolder('nginx')
  const file = join(dir, 'nginx.conf')
  writeFileSync(file, configuration(dir, port, hubUrls))
  const child = spawn(program, ['-c', file, '-p', dir, '-e', join(dir, 'error.log')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  await waitUntil(async () => {
    if (child.exitCode !== null) throw new Error(readFileSync(join(dir, 'error.log'), 'utf8'))
    return (await fetch(`${url}/healthz`).catch(() => undefined))?.ok || undefined
  }, 'nginx')
  return {
    url,
    async close() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

/** The operator's file without certificates and on a port of the test's own. */
function configuration(dir: string, port: number, hubUrls: string[]): string {
  const servers = hubUrls.map((url) => `    server 127.0.0.1:${new URL(url).port} max_fails=0;\n`)
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
