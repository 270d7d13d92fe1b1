/** The samples describe one deployment, so their ports, sizes, times and volumes agree. */
import { readFileSync } from 'node:fs'
import { operatorRoutes } from '@playhub/contract/operator'
import { readConfig } from '@playhub/server/config'
import { maxMailBytes } from '@playhub/server/support-mail'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'

const read = (file: string) => readFileSync(`deploy/${file}`, 'utf8')
const [nginx, nginxGames, caddy, dockerfile, unit] = [
  'nginx.conf',
  'nginx-games.conf',
  'Caddyfile',
  'Dockerfile',
  'playhub@.service',
].map(read) as [string, string, string, string, string]
const compose = parse(read('compose.yaml'), { merge: true })
const kustomization = parse(read('kubernetes/kustomization.yaml'))
// biome-ignore lint/suspicious/noExplicitAny: manifests have many shapes
const manifests: any[] = kustomization.resources.flatMap((file: string) =>
  parseAllDocuments(read(`kubernetes/${file}`)).map((document) => document.toJS()),
)
const pod = manifests.find(({ kind }) => kind === 'Deployment').spec.template.spec
const [hub] = pod.containers
const ingress = (name: string) =>
  manifests.find(({ kind, metadata }) => kind === 'Ingress' && metadata.name === name)
const annotation = (name: string, key: string) =>
  ingress(name).metadata.annotations[`nginx.ingress.kubernetes.io/${key}`]
const variables = Object.fromEntries(
  kustomization.configMapGenerator[0].literals.map((line: string) => line.split('=')),
)
const dataDir = /DATA_DIR=(\S+)/.exec(dockerfile)?.[1] ?? ''
const hubs = ['hub-1', 'hub-2'].map((name) => compose.services[name])

test('every proxy sends pages to the port of the hub and games to that of games', () => {
  const { http, gamesPort } = readConfig({ HUB_MODE: 'sandbox' })
  const ports = [String(http.port), String(gamesPort)]
  expect(dockerfile).toContain(`EXPOSE ${ports.join(' ')}`)
  const listPorts = (text: string) => [
    ...new Set([...text.matchAll(/[\d.-]+\d:(\d+)/g)].map(([, port]) => port)),
  ]
  expect(listPorts(nginx)).toEqual([ports[0]])
  expect(listPorts(nginxGames)).toEqual([ports[1]])
  const { HUBS, GAMES } = compose.services.proxy.environment
  expect([HUBS, GAMES]).toEqual(ports.map((port) => `hub-1:${port} hub-2:${port}`))
  for (const name of ['HUBS', 'GAMES']) expect(caddy).toContain(`reverse_proxy {$${name}} {`)
  for (const environment of [variables, ...hubs.map((service) => service.environment)])
    expect([environment.PORT, environment.GAMES_PORT]).toEqual(ports)
  const names = { http: ports[0], games: ports[1] }
  expect(
    Object.fromEntries(
      hub.ports.map((port: { name: string; containerPort: number }) => [
        port.name,
        String(port.containerPort),
      ]),
    ),
  ).toEqual(names)
  const service = manifests.find(({ kind }) => kind === 'Service').spec
  for (const { name, targetPort } of service.ports) expect(targetPort).toBe(name)
  for (const [name, port] of [
    ['playhub', 'http'],
    ['playhub-uploads', 'http'],
    ['playhub-large-bodies', 'http'],
    ['playhub-games', 'games'],
  ] as const)
    for (const { http } of ingress(name).spec.rules)
      for (const { backend } of http.paths) expect(backend.service.port.name, name).toBe(port)
})

test('uploads of games have the same size, time and no second try everywhere, and the hub allows no more', () => {
  const megabytes = /location ~ \^\/api\/\(\(server.*\{\n\s+client_max_body_size (\d+)m/.exec(nginx)?.[1]
  expect(Number(megabytes) * 1024 * 1024).toBeGreaterThan(
    readConfig({ HUB_MODE: 'sandbox' }).builds.limits.archiveBytes,
  )
  expect(caddy).toContain(`request_body @uploads {\n\t\tmax_size ${megabytes}MB`)
  expect(annotation('playhub-uploads', 'proxy-body-size')).toBe(`${megabytes}m`)
  expect(nginx).toMatch(/proxy_request_buffering off;\n\s+proxy_read_timeout 180s;/)
  expect(annotation('playhub-uploads', 'proxy-request-buffering')).toBe('off')
  expect(annotation('playhub-uploads', 'proxy-read-timeout')).toBe('180')
  expect(annotation('playhub-uploads', 'proxy-next-upstream')).toBe('off')
  const saves = /\^\/api\/\(play.*\{\n\s+client_max_body_size (\d+)m/.exec(nginx)?.[1]
  expect(annotation('playhub', 'proxy-body-size')).toBe(`${saves}m`)
  expect(caddy).toContain(`request_body @saves {\n\t\tmax_size ${saves}MB`)
})

/** Requests with the largest bodies that the hub reads, uploads of games aside. */
const largeBodies = [
  ...Object.entries(operatorRoutes as Record<string, { bodyBytes?: number }>).flatMap(
    ([key, { bodyBytes }]) =>
      bodyBytes === undefined ? [] : [{ path: `/api/operator/v1${key.split(' ')[1]}`, bytes: bodyBytes }],
  ),
  { path: '/webhooks/mail', bytes: maxMailBytes },
].map(({ path, bytes }) => ({ bytes, path: path.replace('{project}', 'islandm3').replace('{path}', 'a/b') }))

test('every proxy lets the largest body of each call through', () => {
  expect(largeBodies.length).toBeGreaterThan(2)
  const kibibytes: Record<string, number> = { k: 1024, m: 1024 * 1024 }
  const toBytes = (size = '', unit = '') => Number(size) * (kibibytes[unit] ?? Number.NaN)
  const locations = [
    ...nginx.matchAll(/location ~ (\S+) \{\n\s+client_max_body_size (\d+)([km]);/g),
    ...nginx.matchAll(/\n {4}(?<any>)client_max_body_size (\d+)([km]);/g),
  ]
  const matchers = [...caddy.matchAll(/@(\w+) (not )?path_regexp (\S+)/g)]
  const ingresses = manifests.filter(({ kind }) => kind === 'Ingress')
  for (const { path, bytes } of largeBodies) {
    const [, , size, unit] = locations.find(([, pattern = '']) => new RegExp(pattern).test(path)) ?? []
    expect(toBytes(size, unit), `nginx ${path}`).toBeGreaterThan(bytes)

    const matching = matchers.filter(([, , not, pattern = '']) => new RegExp(pattern).test(path) === !not)
    expect(matching, path).toHaveLength(1)
    const megabytes = new RegExp(`request_body @${matching[0]?.[1]} \\{\\s+max_size (\\d+)MB`).exec(
      caddy,
    )?.[1]
    expect(Number(megabytes) * 1_000_000, `Caddy ${path}`).toBeGreaterThan(bytes)

    // The longest path decides.
    const [longest] = ingresses
      .filter(({ metadata }) => metadata.name !== 'playhub-games')
      .flatMap((each) =>
        each.spec.rules[0].http.paths.map((one: { path: string }) => ({ each, path: one.path })),
      )
      .filter((one) => path.startsWith(one.path))
      .toSorted((one, other) => other.path.length - one.path.length)
    const allowed = annotation(longest?.each.metadata.name, 'proxy-body-size').replace('m', '')
    expect(toBytes(allowed, 'm'), `ingress ${path}`).toBeGreaterThan(bytes)
  }
})

test('the ingress of uploads has each path of the other proxies, and the hosts of the hub', () => {
  const [, pattern = ''] = /location ~ (\^\/api\/\(\(server\S+) \{/.exec(nginx) ?? []
  expect(caddy).toContain(pattern)
  const paths = ingress('playhub-uploads').spec.rules[0].http.paths.map(({ path }: { path: string }) => path)
  for (const path of [
    '/api/server/v1/builds',
    '/api/operator/v1/game-servers/islandm3/builds/archive',
    '/api/developers/trials',
  ]) {
    expect(path).toMatch(new RegExp(pattern))
    expect(
      paths.some((prefix: string) => path.startsWith(prefix)),
      path,
    ).toBe(true)
  }
  const listHosts = (name: string) => ingress(name).spec.rules.map(({ host }: { host: string }) => host)
  for (const name of ['playhub-uploads', 'playhub-large-bodies'])
    expect(listHosts(name)).toEqual(listHosts('playhub'))
  expect(`https://${listHosts('playhub')[0]}`).toBe(variables.PUBLIC_URL)
  expect(listHosts('playhub-games')).toEqual([`*.${variables.GAMES_HOST}`])
  for (const text of [nginxGames, caddy]) expect(text).toContain(`*.${variables.GAMES_HOST}`)
  for (const name of ['playhub', 'playhub-uploads', 'playhub-large-bodies', 'playhub-games'])
    expect(ingress(name).spec.tls[0].hosts).toEqual(listHosts(name))
})

test('proxies drop idle connections before a hub does, and wait two seconds for a connection', () => {
  for (const text of [nginx, nginxGames]) {
    expect(text).toContain('keepalive_timeout 2s;')
    expect(text).toContain('proxy_connect_timeout 2s;')
  }
  expect(caddy.match(/keepalive 2s/g)).toHaveLength(2)
  expect(caddy.match(/dial_timeout 2s/g)).toHaveLength(2)
  for (const name of ['playhub', 'playhub-uploads', 'playhub-large-bodies', 'playhub-games'])
    expect(annotation(name, 'proxy-connect-timeout')).toBe('2')
})

test('a hub has fifteen seconds to stop, or longer', () => {
  expect(unit).toContain('TimeoutStopSec=15\n')
  for (const service of hubs) expect(service.stop_grace_period).toBe('15s')
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(15)
})

test('all hubs keep uploaded games in one place that outlives them', () => {
  expect(dockerfile).not.toMatch(/^VOLUME/m)
  for (const service of hubs) {
    const mounts = service.volumes.map((line: string) => line.split(':'))
    const [name] = mounts.find(([, path]: string[]) => path === dataDir) ?? []
    expect(Object.keys(compose.volumes)).toContain(name)
    expect(name).toBe('data')
  }
  expect(unit).toContain('DATA_DIR=/var/lib/playhub PORT=%i')
  expect(unit).toContain('StateDirectory=playhub\n')
  expect(variables.BUILD_STORAGE).toBe('s3')
  const required = hub.env.filter(
    ({ valueFrom }: { valueFrom: { secretKeyRef: { optional?: boolean } } }) =>
      !valueFrom.secretKeyRef.optional,
  )
  const secret = Object.fromEntries(required.map(({ name }: { name: string }) => [name, 'secret']))
  expect(() => readConfig({ ...variables, SMTP_URL: 'smtp://mail', HUB_MODE: 'production' })).toThrow(
    'S3 is half',
  )
  const config = readConfig({ ...variables, ...secret, SMTP_URL: 'smtp://mail', HUB_MODE: 'production' })
  expect(config.buildStorage.kind).toBe('s3')
  expect(config.gameHosting).toMatchObject({ kind: 'own-origins', host: variables.GAMES_HOST })
})

test('what arrives has room in a pod: an archive and its files, twice', () => {
  const { emptyDir } = pod.volumes.find(({ name }: { name: string }) => name === 'data')
  const { archiveBytes, unpackedBytes } = readConfig({ HUB_MODE: 'sandbox' }).builds.limits
  expect(Number(/^(\d+)Gi$/.exec(emptyDir.sizeLimit)?.[1]) * 1024 ** 3).toBeGreaterThan(
    2 * (archiveBytes + unpackedBytes),
  )
})
