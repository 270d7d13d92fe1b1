type Account = { email: string; password: string; name: string }
type Hub = {
  accounts: { ensureEmailAccount(account: Account): Promise<string> }
  payments: { seedHistory(playerId: string): Promise<void> }
  operators: { seedOwner(owner: typeof demoOwner): Promise<void> }
}

/** The account that a developer can log in with while the hub runs with the sandbox. */
export const demoPlayer: Account = { email: 'demo@playhub.example', password: 'Playhub2026', name: 'Demo' }

/** The owner who can log in to the console while the hub runs with the sandbox. `secret` is for an authenticator app. */
export const demoOwner = {
  email: 'owner@playhub.example',
  password: 'Playhub2026Console',
  name: 'Olga Owner',
  secret: 'PLAYHUBCONSOLESECRET234567ABCDEF',
}

/** Creates the console's owner and the demo player with a short payment history, if missing. */
export async function seedDemo({ accounts, payments, operators }: Hub): Promise<void> {
  await operators.seedOwner(demoOwner)
  const playerId = await accounts.ensureEmailAccount(demoPlayer)
  await payments.seedHistory(playerId)
}
