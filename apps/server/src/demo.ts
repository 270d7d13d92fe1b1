import type { Context } from './context.ts'

/** The account that a developer can sign in with while the hub runs with the sandbox. */
export const demoPlayer = { email: 'demo@playhub.example', password: 'Playhub2026', name: 'Demo' }

/** Creates the demo player with a short payment history, if missing. */
export async function seedDemo({ accounts, payments }: Context): Promise<void> {
  const playerId = await accounts.ensureEmailAccount(demoPlayer)
  await payments.seedHistory(playerId)
}
