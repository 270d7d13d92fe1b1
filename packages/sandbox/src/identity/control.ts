import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Problem, read } from '../platform/problem.ts'
import type { Apple } from './apple/index.ts'
import { findPersona, fullName, type Persona, personas } from './personas.ts'
import type { IdentityProvider, Minted } from './provider.ts'
import { identityFaults, type Switches } from './switches.ts'

const DAY_S = 86_400
const Seconds = z.union([
  z.int().min(0),
  z.iso.datetime({ offset: true }).transform((instant) => Math.floor(Date.parse(instant) / 1000)),
])

interface Powers {
  providers: IdentityProvider[]
  apple: Apple
  switches: Switches
}

/** What tests may do to the identity providers beyond signing in. */
export function identityControlRoutes(app: FastifyInstance, { providers, apple, switches }: Powers): void {
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

  app.get('/control/identity/personas', () => personas.map((persona) => viewOf(persona, providers)))
  app.post('/control/identity/tokens', (request): Minted => {
    const { provider: name, persona: id, clientId, audience = clientId, ...wish } = read(Tokens, request.body)
    const persona = findPersona(id)
    if (!persona) throw new Problem(400, `Nobody is called ${id}`)
    return named(name).mint({ ...wish, persona, audience })
  })
  app.get('/control/identity/faults', () => switches.waiting())
  app.post('/control/identity/faults', (request) => {
    const fault = read(Fault, request.body)
    if (!named(fault.provider).faults.includes(fault.fault))
      throw new Problem(400, `${fault.provider} knows ${named(fault.provider).faults.join(', ')}`)
    switches.order(fault)
    return fault
  })
  app.delete('/control/identity/faults', (_request, reply) => {
    switches.clear()
    return reply.code(204).send()
  })
  app.post('/control/identity/clock', (request) => {
    const clock = read(Clock, request.body)
    switches.setSkew(clock.provider, clock.skewSeconds)
    return clock
  })
  app.post('/control/identity/rotate', (request) => {
    const { provider: name } = read(Rotation, request.body)
    const kid = named(name).rotate?.()
    if (!kid) throw new Problem(400, `${name} signs nothing`)
    return { kid }
  })
  app.delete('/control/identity/consents', (_request, reply) => {
    apple.forgetConsents()
    return reply.code(204).send()
  })

  function named(name: string): IdentityProvider {
    const found = providers.find((one) => one.name === name)
    if (!found) throw new Problem(404, `No provider ${name}`)
    return found
  }
}

function viewOf(persona: Persona, providers: IdentityProvider[]) {
  const { id, email, isEmailVerified, tells } = persona
  return {
    id,
    name: fullName(persona),
    email,
    isEmailVerified,
    tells,
    subjects: Object.fromEntries(providers.map(({ name, subjectOf }) => [name, subjectOf(persona)])),
  }
}
