import type { RecoveryDeps } from './email-login/recovery.ts'
import type { PasskeyDeps } from './passkeys/passkey-check.ts'
import type { SocialLoginDeps } from './social-login/native-tokens/token-login.ts'

/** Dependencies of use cases aware of every login method. */
export type AllDeps = RecoveryDeps & PasskeyDeps & SocialLoginDeps
