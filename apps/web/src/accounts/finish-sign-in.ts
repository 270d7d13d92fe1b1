import type { SignedIn } from '@playhub/contract'
import { navigate } from '../lib/navigation.ts'
import { signIn } from '../lib/player.ts'
import { browserTexts } from '../lib/texts.ts'
import { toast } from '../ui/toast.ts'
import { resetFailedAttempts } from './failed-attempts.ts'
import { forgetReturnAddress, returnAddress } from './return-to.ts'

/** The end of every way to sign in: keeps the login and brings the player back to where they came from. */
export function finishSignIn(data: SignedIn): void {
  const address = returnAddress()
  forgetReturnAddress()
  resetFailedAttempts()
  signIn(data)
  toast.success(browserTexts().t('accounts:signedIn'))
  navigate(address, { replace: true })
}
