/** Chromium's virtual authenticator: a device with a screen lock and passkeys. */
import type { Page } from 'playwright-core'

export type VirtualAuthenticator = {
  /** Approves or ignores every request from the page, like a fingerprint. */
  setApproving(isApproving: boolean): Promise<void>
  credentials(): Promise<{ isResidentCredential: boolean; rpId?: string; signCount: number }[]>
}

export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    setApproving: async (enabled) =>
      void (await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })),
    credentials: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  }
}
