import { type Challenge, solveChallenge as solve } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'

/**
 * Solves a robot check as the widget in the browser does.
 * @returns the value that travels as `captcha`: base64 of challenge and solution.
 */
export async function solveChallenge(challenge: Challenge): Promise<string> {
  const solution = await solve({ challenge, deriveKey })
  if (!solution) throw new Error('The robot check has no solution')
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
