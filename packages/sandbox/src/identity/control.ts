import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Problem, parseInput } from '../platform/problem.ts'
import type { Apple } from './apple/index.ts'
import { findPersona, fullName, type Persona, personas } from './personas.ts'
import type { IdentityProvider, IssuedTokens, ProviderDefinition } from './provider.ts'
import { identityFaults, type ProviderFaults } from './provider-faults.ts'

const DAY_S = 86_400
const Seconds = z.union([
  z.int().min(0),
  z.iso.datetime({ offset: true }).transform((instant) => Math.floor(Date.parse(instant) / 1000)),
])

type NamedProvider = IdentityProvider & ProviderDefinition

/** The control API of the identity providers. */
export function identityControlRoutes(
  app: FastifyInstance,
  { providers, apple, faults }: { providers: NamedProvider[]; apple: Apple; faults: ProviderFaults },
): void {
  const provider = z.enum(providers.map(({ name }) => name))
  const Tokens = z.strictObject({
    provider,
    persona: z.string(),
    audience: z.string().min(1).optional(),
    clientId: z.string().min(1).optional(),
    scope: z.string().optional(),
    expired: z.boolean().default(false),
    issuedAt: Seconds.optional(),
    nonce: z.string().nullable().default(null),
    badSignature: z.boolean().default(false),
  })
  const Fault = z.strictObject({
    provider,
    fault: z.enum(identityFaults),
    times: z.int().min(1).max(10_000).default(1),
  })
  const Clock = z.strictObject({
    provider,
    skewSeconds: z
      .int()
      .min(-365 * DAY_S)
      .max(365 * DAY_S),
  })
  const Rotation = z.strictObject({ provider })

  app.get('/control/identity/personas', () => personas.map((persona) => toView(persona, providers)))
  app.post('/control/identity/tokens', (request): IssuedTokens => {
    const {
      provider: name,
      persona: id,
      clientId,
      audience = clientId,
      ...options
    } = parseInput(Tokens, request.body)
    const persona = findPersona(id)
    if (!persona) throw new Problem(400, `There is no persona ${id}`)
    return find(name).issueTokens({ ...options, persona, audience })
  })
  app.get('/control/identity/faults', () => faults.pending())
  app.post('/control/identity/faults', (request) => {
    const fault = parseInput(Fault, request.body)
    const supported = find(fault.provider).faults
    if (!supported.includes(fault.fault))
      throw new Problem(400, `${fault.provider} supports ${supported.join(', ')}`)
    faults.inject(fault)
    return fault
  })
  app.delete('/control/identity/faults', (_request, reply) => {
    faults.clear()
    return reply.code(204).send()
  })
  app.post('/control/identity/clock', (request) => {
    const clock = parseInput(Clock, request.body)
    faults.setSkew(clock.provider, clock.skewSeconds)
    return clock
  })
  app.post('/control/identity/rotate', (request) => {
    const { provider: name } = parseInput(Rotation, request.body)
    const kid = find(name).rotateKey?.()
    if (!kid) throw new Problem(400, `${name} has no signing keys`)
    return { kid }
  })
  app.delete('/control/identity/consents', (_request, reply) => {
    apple.clearConsents()
    return reply.code(204).send()
  })

  function find(name: string): NamedProvider {
    const found = providers.find((one) => one.name === name)
    if (!found) throw new Problem(404, `No provider ${name}`)
    return found
  }
}

function toView(persona: Persona, providers: NamedProvider[]) {
  const { id, email, isEmailVerified, about } = persona
  return {
    id,
    name: fullName(persona),
    email,
    isEmailVerified,
    tells: about,
    subjects: Object.fromEntries(providers.map(({ name, getSubject }) => [name, getSubject(persona)])),
  }
}
