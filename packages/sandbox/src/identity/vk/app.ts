import { ErrorResponse, json } from '../http.ts'
import { digitsFrom, type Persona } from '../personas.ts'
import type { ProviderContext } from '../provider.ts'
import { createTokenStore, type TokenStore } from '../token-store.ts'

interface AccessToken {
  persona: Persona
  scopes: string[]
}

interface RefreshToken extends AccessToken {
  deviceId: string
}

export interface VkApp {
  context: ProviderContext
  tokens: TokenStore<AccessToken>
  refreshTokens: TokenStore<RefreshToken>
}

export const TOKEN_LIFETIME_S = 3600
const REFRESH_LIFETIME_S = 180 * 86_400

export function openVkApp(context: ProviderContext): VkApp {
  const { nowS } = context
  return {
    context,
    tokens: createTokenStore(nowS, { prefix: 'vk2.a.', lifetimeS: TOKEN_LIFETIME_S }),
    refreshTokens: createTokenStore(nowS, { prefix: 'vk2.a.r', lifetimeS: REFRESH_LIFETIME_S }),
  }
}

export function getSubject({ id, hasLongId }: Persona): string {
  return digitsFrom(`vk ${id}`, hasLongId ? 12 : 9)
}

/** VK sends errors with status 200. */
export function vkError(error: string, description: string, state?: string | null): ErrorResponse {
  return new ErrorResponse(json({ error, error_description: description, ...(state ? { state } : {}) }))
}
