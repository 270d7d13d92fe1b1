import { randomUUID } from 'node:crypto'
import { MINUTE_MS } from '../../../../platform/clock.ts'
import { newestCode } from '../../../../testing/registration.ts'
import type { TestHub } from '../../../../testing/test-hub.ts'
import { attackAfter, type Outcome, outcomeOf, send } from '../attack.ts'

const invalid: Outcome = [403, 'RESET_TICKET_INVALID']
const password = 'TakenOver1'

type Held = { email: string; resetTicket: string }

async function playerWithTicket(hub: TestHub): Promise<Held> {
  const email = `${randomUUID()}@example.org`
  await hub.signIn(email)
  await hub.callOk('POST /auth/recovery-password', { body: { email } })
  const code = await newestCode(hub, email)
  const { resetTicket } = await hub.callOk('POST /auth/send-recovery-password-code', {
    body: { email, code },
  })
  return { email, resetTicket }
}

async function activate(hub: TestHub, held: Held): Promise<Outcome> {
  return outcomeOf(await hub.call('POST /auth/activate-new-password', { body: { ...held, password } }))
}

const activateByText = (hub: TestHub, body: string) => send(hub, '/auth/activate-new-password', { body })

export const resetTickets = [
  attackAfter('nobody sets a new password without a ticket', [400, 'BODY_INVALID'], async (hub) => {
    const { email } = await playerWithTicket(hub)
    return { strike: () => activateByText(hub, JSON.stringify({ email, password })), secrets: [password] }
  }),
  attackAfter('nobody sets a new password with an invented ticket', invalid, async (hub) => {
    const { email } = await playerWithTicket(hub)
    return { strike: () => activate(hub, { email, resetTicket: 'invented' }) }
  }),
  attackAfter('the ticket of one player sets no password of another', invalid, async (hub) => {
    const { resetTicket } = await playerWithTicket(hub)
    const victim = await playerWithTicket(hub)
    return { strike: () => activate(hub, { ...victim, resetTicket }), secrets: [resetTicket] }
  }),
  attackAfter('naming two addresses in one call takes nobody over', invalid, async (hub) => {
    const attacker = await playerWithTicket(hub)
    const victim = await playerWithTicket(hub)
    const rest = `"password":"${password}","resetTicket":"${attacker.resetTicket}"`
    return {
      strike: () => activateByText(hub, `{"email":"${attacker.email}","email":"${victim.email}",${rest}}`),
      secrets: [attacker.resetTicket],
    }
  }),
  attackAfter('a ticket serves once', invalid, async (hub) => {
    const held = await playerWithTicket(hub)
    await activate(hub, held)
    return { strike: () => activate(hub, held), secrets: [held.resetTicket, password] }
  }),
  attackAfter('a new ticket ends the last one', invalid, async (hub) => {
    const held = await playerWithTicket(hub)
    const { email } = held
    hub.clock.advance(MINUTE_MS)
    await hub.callOk('POST /auth/recovery-password', { body: { email } })
    const code = await newestCode(hub, email)
    await hub.callOk('POST /auth/send-recovery-password-code', { body: { email, code } })
    return { strike: () => activate(hub, held), secrets: [held.resetTicket] }
  }),
  attackAfter('a ticket holds for a quarter of an hour', invalid, async (hub) => {
    const held = await playerWithTicket(hub)
    hub.clock.advance(15 * MINUTE_MS)
    return { strike: () => activate(hub, held), secrets: [held.resetTicket] }
  }),
  attackAfter('a recovery code is no ticket', invalid, async (hub) => {
    const email = `${randomUUID()}@example.org`
    await hub.signIn(email)
    await hub.callOk('POST /auth/recovery-password', { body: { email } })
    const resetTicket = await newestCode(hub, email)
    return { strike: () => activate(hub, { email, resetTicket }), secrets: [resetTicket] }
  }),
]
