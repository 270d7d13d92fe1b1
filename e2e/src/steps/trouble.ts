import { call, register } from '../environment/api.ts'
import type { World } from '../environment/test-environment.ts'

/** The next code that the hub shows to Google opens nothing: Google answers 500. */
export function failGoogleOnce(world: World): Promise<Response> {
  return fetch(`${world.sandboxUrl}/control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ target: 'google:token', kind: '500', times: 1 }),
  })
}

/** A login that the player has ended elsewhere. */
export async function deadToken(world: World): Promise<string> {
  const { jwt } = await register(world)
  await call(world, 'POST', '/auth/logout', { jwt })
  return jwt
}

/** The browser itself notes every refused request. */
export const isNotAbout401 = (complaint: string) => !/status of 401/.test(complaint)
