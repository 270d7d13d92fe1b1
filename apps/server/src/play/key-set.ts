import type { FastifyInstance } from 'fastify'
import { type SigningKey, signingAlgorithm } from '../platform/keys/signing-key.ts'

/** `/.well-known/jwks.json`: what game servers, and games in the browser, check game tokens with. */
export function registerKeySet(app: FastifyInstance, { kid, publicJwk }: SigningKey): void {
  const keySet = { keys: [{ ...publicJwk, kid, alg: signingAlgorithm, use: 'sig' }] }
  app.get('/.well-known/jwks.json', async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=300').header('access-control-allow-origin', '*')
    return keySet
  })
}
