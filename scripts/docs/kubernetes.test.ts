/** No cluster is available to tests: what the manifests say is compared with the hub, its image and compose. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { test } from '../../apps/server/test/support/hub-test.ts'
import { variableSections } from './environment-page.ts'

const folder = 'deploy/kubernetes'
const kustomization = parse(readFileSync(`${folder}/kustomization.yaml`, 'utf8'))
// biome-ignore lint/suspicious/noExplicitAny: manifests have many shapes
const manifests: any[] = kustomization.resources.flatMap((file: string) =>
  parseAllDocuments(readFileSync(`${folder}/${file}`, 'utf8')).map((document) => {
    expect(document.errors, file).toEqual([])
    return document.toJS()
  }),
)
const findManifest = (kind: string) => manifests.find((manifest) => manifest.kind === kind)
const variables = Object.fromEntries(
  kustomization.configMapGenerator[0].literals.map((literal: string) => literal.split(/=(.*)/s).slice(0, 2)),
)
const deployment = findManifest('Deployment').spec
const pod = deployment.template.spec
const [hub] = pod.containers
const dockerfile = readFileSync('deploy/Dockerfile', 'utf8')
const compose = parse(readFileSync('deploy/compose.yaml', 'utf8'), { merge: true })['x-hub']

test('everything points at the hubs', () => {
  const labels = { app: 'playhub' }
  expect(deployment.template.metadata.labels).toEqual(labels)
  for (const selector of [deployment.selector, findManifest('PodDisruptionBudget').spec.selector])
    expect(selector.matchLabels).toEqual(labels)
  expect(findManifest('Service').spec.selector).toEqual(labels)
  expect(findManifest('HorizontalPodAutoscaler').spec.scaleTargetRef).toMatchObject({
    kind: 'Deployment',
    name: 'playhub',
  })
  const { service } = findManifest('Ingress').spec.rules[0].http.paths[0].backend
  expect(service).toEqual({ name: findManifest('Service').metadata.name, port: { name: 'http' } })
  expect(hub.ports).toEqual([
    { name: 'http', containerPort: Number(variables.PORT) },
    { name: 'games', containerPort: Number(variables.GAMES_PORT) },
  ])
  expect(hub.image).toBe(kustomization.images[0].name)
})

test('the variables exist, and those of compose are set or come from the secret', () => {
  const known = Object.values(variableSections()).flatMap((section) => Object.keys(section))
  expect(known).toEqual(expect.arrayContaining(Object.keys(variables)))
  const secret = ['DATABASE_URL', 'SMTP_URL']
  expect([...Object.keys(variables), ...secret]).toEqual(
    expect.arrayContaining(Object.keys(compose.environment)),
  )
  for (const name of ['PORT', 'TRUST_PROXY', 'CONTENT_DIR'])
    expect(variables[name], name).toBe(compose.environment[name])
  expect(hub.envFrom).toEqual([{ configMapRef: { name: 'playhub' } }, { secretRef: { name: 'playhub' } }])
})

test('hubs run without privileges, as with compose', () => {
  expect(dockerfile).toContain('USER node')
  expect(pod.securityContext).toMatchObject({
    runAsNonRoot: true,
    runAsUser: 1000,
    seccompProfile: { type: 'RuntimeDefault' },
  })
  expect(pod.automountServiceAccountToken).toBe(false)
  expect(hub.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: compose.read_only,
    capabilities: { drop: compose.cap_drop },
  })
  const mounted = hub.volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath)
  const written = [/DATA_DIR=(\S+)/.exec(dockerfile)?.[1], ...compose.tmpfs]
  expect(mounted.toSorted()).toEqual([variables.CONTENT_DIR, ...written].toSorted())
  const volumes = pod.volumes.map(({ name }: { name: string }) => name)
  expect(hub.volumeMounts.map(({ name }: { name: string }) => name)).toEqual(volumes)
})

test('probes ask what the hub answers', async ({ hub: running }) => {
  expect(hub.readinessProbe.httpGet.path).toBe('/readyz')
  for (const probe of [hub.startupProbe, hub.livenessProbe]) expect(probe.httpGet.path).toBe('/healthz')
  for (const { httpGet } of [hub.startupProbe, hub.readinessProbe, hub.livenessProbe]) {
    expect(httpGet.port).toBe('http')
    expect((await fetch(`${running.url}${httpGet.path}`)).status).toBe(200)
  }
})

test('a pod that stops has the time to drain, and one always stays', () => {
  const waitMs = Number(/setTimeout\(\(\) => \{\}, (\d+)\)/.exec(hub.lifecycle.preStop.exec.command[2])?.[1])
  // A hub stops within ten seconds, draining included.
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(waitMs / 1000 + 10)
  const { minReplicas, maxReplicas, metrics } = findManifest('HorizontalPodAutoscaler').spec
  expect(minReplicas).toBeGreaterThan(findManifest('PodDisruptionBudget').spec.minAvailable)
  expect(maxReplicas).toBeGreaterThan(minReplicas)
  expect(metrics[0].resource.name).toBe('cpu')
  expect(hub.resources.requests.cpu).toBe('500m')
  expect(deployment.strategy.rollingUpdate.maxUnavailable).toBe(0)
})

test('kubectl builds the kustomization', ({ skip }) => {
  const { error, status, stdout } = spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8' })
  if (error) return skip('kubectl is not installed')
  expect(status).toBe(0)
  const kinds = parseAllDocuments(stdout).map((document) => document.toJS().kind)
  expect(kinds.toSorted()).toEqual([...manifests.map(({ kind }) => kind), 'ConfigMap'].toSorted())
})
