import type { Context } from './context.ts'
import { demoPlayer } from './demo-player.ts'

/** Makes the demo player and a short history once, so that every screen has something to show. */
export async function seedDemo({ accounts, payments }: Context): Promise<void> {
  const playerId = await accounts.ensureEmailAccount(demoPlayer)
  await payments.seedHistory(playerId)
}
