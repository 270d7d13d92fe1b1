import type { RecoveryDeps } from './email-login/recovery.ts'
import type { PasskeyDeps } from './passkeys/passkey-check.ts'
import type { SocialLoginDeps } from './social-login/native-tokens/token-login.ts'

/** Dependencies of the use cases that know every way to log in. */
export type AllDeps = RecoveryDeps & PasskeyDeps & SocialLoginDeps
