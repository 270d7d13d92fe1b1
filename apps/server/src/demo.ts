type Account = { email: string; password: string; name: string }
type Hub = {
  accounts: { ensureEmailAccount(account: Account): Promise<string> }
  payments: { seedHistory(playerId: string): Promise<void> }
}

/** The account that a developer can log in with while the hub runs with the sandbox. */
export const demoPlayer: Account = { email: 'demo@playhub.example', password: 'Playhub2026', name: 'Demo' }

/** Creates the demo player with a short payment history, if missing. */
export async function seedDemo({ accounts, payments }: Hub): Promise<void> {
  const playerId = await accounts.ensureEmailAccount(demoPlayer)
  await payments.seedHistory(playerId)
}
