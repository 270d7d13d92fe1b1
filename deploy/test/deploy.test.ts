import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isInstalled } from '@playhub/test-kit/debian-program'
import { freePorts } from '@playhub/test-kit/free-ports'
import { ensureNginx } from '@playhub/test-kit/nginx'
import { expect, onTestFinished, test } from 'vitest'

function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'playhub-deploy-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

test('systemd rates the exposure of the unit below 2.5', (context) => {
  if (!isInstalled('systemd-analyze')) return context.skip('systemd-analyze is not installed')
  const file = join(temporaryFolder(), 'playhub@3000.service')
  copyFileSync('deploy/playhub@.service', file)
  // It exits with 1 above the threshold, which is in tenths.
  const args = ['security', '--offline=true', '--no-pager', '--threshold=24', file]
  expect(execFileSync('systemd-analyze', args, { encoding: 'utf8' })).toContain('Overall exposure level')
})

test('nginx loads its files with a certificate and a host of a tenant', async (context) => {
  const nginx = ensureNginx()
  if (!nginx || !isInstalled('openssl')) return context.skip('nginx or openssl is not installed')
  const dir = temporaryFolder()
  const [key, certificate] = [join(dir, 'privkey.pem'), join(dir, 'fullchain.pem')]
  const request = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '1',
    '-subj',
    '/CN=play.example.org',
  ]
  execFileSync('openssl', [...request, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  const [port, gamesPort] = await freePorts(2)
  const games = readFileSync('deploy/nginx-games.conf', 'utf8')
    .replace('listen 443 ssl', `listen 127.0.0.1:${gamesPort} ssl`)
    .replaceAll('/etc/letsencrypt/live/games.example/', `${dir}/`)
  const site = readFileSync('deploy/nginx.conf', 'utf8')
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace('server_name play.example.org;', 'server_name play.example.org www.islandm3.com;')
    .replaceAll('/etc/letsencrypt/live/play.example.org/', `${dir}/`)
  expect(site).toContain('www.islandm3.com')
  expect(site).toContain(`ssl_certificate ${certificate};`)
  const file = join(dir, 'nginx.conf')
  writeFileSync(file, `pid ${dir}/pid;\nevents {}\nhttp {\naccess_log off;\n${site}\n${games}\n}\n`)
  execFileSync(nginx, ['-t', '-q', '-c', file, '-p', dir, '-e', join(dir, 'error.log')])
})

test('the hub in containers has a role of PostgreSQL that is no superuser', () => {
  const compose = readFileSync('deploy/compose.yaml', 'utf8')
  expect(compose).toContain('postgres://playhub:')
  // POSTGRES_USER names the superuser; without it the name is `postgres`.
  expect(compose).not.toContain('POSTGRES_USER')
  const script = readFileSync('deploy/create-role.sh', 'utf8')
  expect(script).toContain("create role playhub login password :'password';")
  expect(script).toContain('alter role postgres password null;')
})

test.each([
  ['/(play|server/v1)/saves', '3m', '3MB'],
  ['/operator/v1/content/drafts/[^/]+/files', '2m', '2MB'],
  ['/operator/v1/content/drafts/[^/]+/pictures', '6m', '6MB'],
  ['/((server/v1|operator/.*)/builds|developers/trials)', '320m', '320MB'],
])('both proxies let large bodies through to %s', (path, nginxSize, caddySize) => {
  const nginx = readFileSync('deploy/nginx.conf', 'utf8')
  const caddy = readFileSync('deploy/Caddyfile', 'utf8')
  expect(nginx).toContain(`location ~ ^/api${path} {\n        client_max_body_size ${nginxSize};`)
  const [, matcher] = caddy.split(` path_regexp ^/api${path}\n`)[0]?.match(/.*(@\w+)$/s) ?? []
  expect(caddy).toContain(`request_body ${matcher} {\n\t\tmax_size ${caddySize}\n\t}`)
})

test('the proxies keep the metrics from players, with a slash at the end too, and set the host themselves', () => {
  const nginx = readFileSync('deploy/nginx.conf', 'utf8')
  const caddy = readFileSync('deploy/Caddyfile', 'utf8')
  expect(nginx).toContain('location ~* ^/metrics(/|$) {\n        return 404;')
  expect(caddy).toContain('@metrics path /metrics /metrics/*\n\trespond @metrics 404')
  expect(nginx).toContain('proxy_set_header X-Forwarded-Host $host;')
  expect(caddy).toContain('header_up X-Forwarded-Host {host}')
})

test('the containers have no privileges and a read-only root', () => {
  const compose = readFileSync('deploy/compose.yaml', 'utf8')
  for (const line of ['read_only: true', 'cap_drop: [ALL]', 'security_opt: ["no-new-privileges:true"]'])
    expect(compose).toContain(`\n  ${line}\n`)
  for (const hub of ['hub-1', 'hub-2']) expect(compose).toContain(`\n  ${hub}:\n    <<: *hub\n`)
  expect(readFileSync('deploy/Dockerfile', 'utf8')).toMatch(/^USER node$/m)
})
