/** `email` comes back as the long name that Google gives it; `openid` stays. */
const LONG_SCOPES: Record<string, string> = {
  email: 'https://www.googleapis.com/auth/userinfo.email',
  profile: 'https://www.googleapis.com/auth/userinfo.profile',
}

/** Google tells some scopes under a longer name than they were asked by. */
export function longScope(scopes: string[]): string {
  return scopes.map((scope) => LONG_SCOPES[scope] ?? scope).join(' ')
}
