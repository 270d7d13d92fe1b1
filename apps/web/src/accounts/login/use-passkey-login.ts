import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { useIsHydrated } from '../../lib/context/page-context.ts'
import { useAction } from '../../lib/feedback/use-action.ts'
import { arePasskeysOffered } from '../passkeys/availability.ts'
import { cancelPasskey, forgetIfUnknown, requestPasskey, showPasskeyError } from '../passkeys/ceremony.ts'
import { completeLogin } from './complete-login.ts'

/** A challenge is valid for five minutes. */
const RENEWAL_MS = 4 * 60 * 1000

/**
 * Logs in with a passkey: by a button, and from the autofill list on the form's `webauthn` field, where the browser has
 * one. `isOffered` is false where passkeys cannot work.
 */
export function usePasskeyLogin({ offersAutofill }: { offersAutofill: boolean }) {
  const { t } = useTranslation('accounts')
  const isOffered = useIsHydrated() && arePasskeysOffered()
  const [isPending, run] = useAction()
  const login = (request: () => ReturnType<typeof requestPasskey>) =>
    void run(async () => loginWith(await request())).catch((error) =>
      showPasskeyError(error, t('passkey.failed')),
    )
  const onAutofill = useEffectEvent((response: Passkey) => login(async () => response))
  // The button's dialog replaces the offer in the autofill list, which returns afterwards.
  useEffect(() => {
    if (offersAutofill && isOffered && !isPending) return offerInAutofill(onAutofill)
  }, [offersAutofill, isOffered, isPending])
  return { isOffered, isPending, begin: () => login(() => requestPasskey(fetchOptions)) }
}

type Passkey = Awaited<ReturnType<typeof requestPasskey>>

const fetchOptions = async () => (await call('POST /auth/passkey/options')).data.result

async function loginWith(response: Passkey): Promise<void> {
  const result = await call('POST /auth/passkey/login', { body: { response } }).catch((error: unknown) => {
    forgetIfUnknown(error, response.id)
    throw error
  })
  await completeLogin(result.data.result)
}

/** @returns  Ends the offer. */
function offerInAutofill(onPasskey: (passkey: Passkey) => void): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const offer = async () => {
    if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
    const passkey = await requestPasskey(fetchOptions, { isAutofill: true, signal }).catch(() => null)
    if (passkey && !signal.aborted) onPasskey(passkey)
  }
  void offer()
  const renewal = setInterval(() => void offer(), RENEWAL_MS)
  return () => {
    clearInterval(renewal)
    controller.abort()
    cancelPasskey()
  }
}
