import { password, solveEasyCaptcha } from '../../../support/registration.ts'
import type { TestHub } from '../../../support/test-hub.ts'
import { type Outcome, type SecurityCase, securityCaseAfter, toOutcome } from '../security-case.ts'

/** The account in each case; all its letters have look-alikes. */
const mailbox = 'mike.anna@example.org'

const registered = (name: string, email: string, expected: Outcome): SecurityCase =>
  securityCaseAfter(name, expected, async (hub) => {
    await hub.logIn(mailbox)
    const captcha = await solveEasyCaptcha(hub, 'registration')
    const body = { email, password, consent: true as const, captcha }
    return { attack: async () => toOutcome(await hub.call('POST /auth/register-by-email', { body })) }
  })

async function recover(hub: TestHub, email: string): Promise<Outcome> {
  return toOutcome(await hub.call('POST /auth/recovery-password', { body: { email } }))
}

/** Tries to log in and to recover the password with a look-alike email. */
const another = (name: string, email: string): SecurityCase[] => [
  securityCaseAfter(`${name} does not log in`, [404, 'USER_NOT_EXIST_LOGIN_BY_EMAIL'], async (hub) => {
    const { password } = await hub.logIn(mailbox)
    return {
      attack: async () =>
        toOutcome(await hub.call('POST /auth/login-by-email', { body: { email, password } })),
    }
  }),
  securityCaseAfter(`${name} gets no email`, [404, 'USER_NOT_EXIST_RECOVERY_PASSWORD'], async (hub) => {
    await hub.logIn(mailbox)
    return { attack: () => recover(hub, email) }
  }),
]

const taken: Outcome = [409, 'USER_EXIST_REGISTER_BY_EMAIL']
const invalidEmail: Outcome = [400, 'BODY_INVALID']

export const emailAddresses = [
  registered('an address in capitals creates no second account', 'Mike.Anna@EXAMPLE.org', taken),
  registered(
    'an address with surrounding spaces creates no second account',
    ' mike.anna@example.org ',
    taken,
  ),
  registered(
    'an address with the Kelvin sign creates no second account',
    'mi\u212Ae.anna@example.org',
    taken,
  ),
  registered(
    'a domain in full-width letters creates no second account',
    'mike.anna@ｅｘａｍｐｌｅ.org',
    taken,
  ),
  registered(
    'a domain in mathematical letters creates no second account',
    'mike.anna@exam\u{1D429}le.org',
    taken,
  ),
  registered('an invisible character in an address is refused', 'mike\u200B.anna@example.org', invalidEmail),
  registered('a text direction mark in an address is refused', 'mike\u202E.anna@example.org', invalidEmail),
  registered(
    'a null byte in an address is refused',
    'mike.anna@example.org\u0000.evil.example',
    invalidEmail,
  ),
  registered(
    'a line break in an address is refused',
    'mike.anna@example.org\nBcc: all@evil.example',
    invalidEmail,
  ),
  registered(
    'a second address after a comma is refused',
    'evil@evil.example,mike.anna@example.org',
    invalidEmail,
  ),
  ...another('an address with a Cyrillic letter', 'mike.\u0430nna@example.org'),
  ...another('an address with a full-width letter', 'mike.\uFF41nna@example.org'),
  ...another('an address at a domain with a Cyrillic letter', 'mike.anna@\u0435xample.org'),
  ...another('an address without the dot', 'mikeanna@example.org'),
  ...another('an address with a tag', 'mike.anna+1@example.org'),
]
