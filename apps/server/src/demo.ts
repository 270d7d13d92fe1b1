import type { Context } from './context.ts'

/** Who a newcomer may sign in as while the outside world is the sandbox. */
export const demoPlayer = { email: 'demo@playhub.example', password: 'Playhub2026', name: 'Demo' }

/** Makes the demo player and a short history once, so that every screen has something to show. */
export async function seedDemo({ accounts, payments }: Context): Promise<void> {
  const playerId = await accounts.ensureEmailAccount(demoPlayer)
  await payments.seedHistory(playerId)
}
