import { json, Refused } from '../http.ts'
import { type Persona, steadyDigits } from '../personas.ts'
import type { Ground } from '../provider.ts'
import { createVault, type Vault } from '../vault.ts'

interface Code {
  persona: Persona
  scopes: string[]
  redirectUri: string
  challenge: string
  deviceId: string
}

interface AccessToken {
  persona: Persona
  scopes: string[]
}

interface RefreshToken extends AccessToken {
  deviceId: string
}

/** VK's memory of the app that the hub is. */
export interface VkApp {
  ground: Ground
  codes: Vault<Code>
  tokens: Vault<AccessToken>
  refreshTokens: Vault<RefreshToken>
}

export const CODE_LIFETIME_S = 600
export const TOKEN_LIFETIME_S = 3600
const REFRESH_LIFETIME_S = 180 * 86_400

export function openVkApp(ground: Ground): VkApp {
  const { nowS } = ground
  return {
    ground,
    codes: createVault(nowS, { prefix: 'vk2.a.c', lifetimeS: CODE_LIFETIME_S }),
    tokens: createVault(nowS, { prefix: 'vk2.a.', lifetimeS: TOKEN_LIFETIME_S }),
    refreshTokens: createVault(nowS, { prefix: 'vk2.a.r', lifetimeS: REFRESH_LIFETIME_S }),
  }
}

export function subjectOf({ id, hasLongId }: Persona): string {
  return steadyDigits(`vk ${id}`, hasLongId ? 12 : 9)
}

/** VK's refusals come with status 200: an app that looks at the status alone takes them for answers. */
export function refusal(error: string, description: string, state?: string | null): Refused {
  return new Refused(json({ error, error_description: description, ...(state ? { state } : {}) }))
}
