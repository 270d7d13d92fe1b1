type Account = { email: string; password: string; name: string }
type Hub = {
  accounts: { ensureEmailAccount(account: Account): Promise<string> }
  payments: {
    seedHistory(playerId: string): Promise<void>
    seedAttention(playerId: string): Promise<string | undefined>
  }
  support: { seedTickets(about: { playerId: string; email: string; orderId: string }): Promise<void> }
  operators: { seedOwner(owner: typeof demoOwner): Promise<void> }
}

/** A developer's account while the hub runs with the sandbox. */
export const demoPlayer: Account = { email: 'demo@playhub.example', password: 'Playhub2026', name: 'Demo' }

/** The owner who can log in to the console while the hub runs with the sandbox. `secret` is for an authenticator app. */
export const demoOwner = {
  email: 'owner@playhub.example',
  password: 'Playhub2026Console',
  name: 'Olga Owner',
  secret: 'PLAYHUBCONSOLESECRET234567ABCDEF',
}

/** A player whose orders and tickets wait for staff. */
const waitingPlayer: Account = { email: 'anna@playhub.example', password: 'Playhub2026', name: 'Anna' }

/** Creates the console's owner, the demo player with a short payment history, and work for staff, if missing. */
export async function seedDemo({ accounts, payments, operators, support }: Hub): Promise<void> {
  await operators.seedOwner(demoOwner)
  const playerId = await accounts.ensureEmailAccount(demoPlayer)
  await payments.seedHistory(playerId)
  const waitingId = await accounts.ensureEmailAccount(waitingPlayer)
  const orderId = await payments.seedAttention(waitingId)
  if (orderId) await support.seedTickets({ playerId: waitingId, email: waitingPlayer.email, orderId })
}
