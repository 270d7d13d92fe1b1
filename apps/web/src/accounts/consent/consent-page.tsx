import { zodResolver } from '@hookform/resolvers/zod'
import { type EventCode, eventCodes } from '@playhub/contract/events'
import { consentField } from '@playhub/contract/forms'
import { Button } from '@playhub/ui/button.tsx'
import { isRefusal } from '@playhub/ui/feedback/api-errors.ts'
import { type RefusalHandlers, useSubmit } from '@playhub/ui/feedback/use-submit.ts'
import { Checkbox } from '@playhub/ui/form/checkbox.tsx'
import { SubmitButton } from '@playhub/ui/form/submit-button.tsx'
import { useForm } from 'react-hook-form'
import { Trans, useTranslation } from 'react-i18next'
import { redirect, useLoaderData } from 'react-router'
import * as z from 'zod/mini'
import { call } from '../../lib/api/api.ts'
import { navigate } from '../../lib/browser/navigation.ts'
import { useErrorMessage } from '../../lib/feedback/error-message.ts'
import { useAction } from '../../lib/feedback/use-action.ts'
import type { RouteHandle } from '../../lib/page/page-title.ts'
import { requireGuest } from '../../lib/player/player.ts'
import { FormAlert } from '../../ui/form-alert.tsx'
import { DocumentLink, LoginCard } from '../forms/login-card.tsx'
import { completeLogin } from '../login/complete-login.ts'
import { withFailure } from '../oauth/flow-failure.ts'
import { forgetHeldLogin, type HeldLogin, readHeldLogin } from '../oauth/held-login.ts'
import { decideFlowConsent, fetchFlowState } from '../oauth/use-oauth-flow.ts'
import { finishLogin } from '../oauth-callback/finish-login.ts'

export const handle: RouteHandle = {
  title: (messages) => messages.t('accounts:consent.title'),
  access: 'guest',
}

/** Returns the login that waits for a consent; without one there is nothing to ask. */
export async function loader(): Promise<HeldLogin> {
  requireGuest()
  const held = readHeldLogin()
  if (held && (await isWaiting(held))) return held
  forgetHeldLogin()
  throw redirect('/session/login')
}

async function isWaiting(held: HeldLogin): Promise<boolean> {
  if ('login' in held) return true
  try {
    return (await fetchFlowState(held.flow)).status === 'consent-required'
  } catch (error) {
    return !isRefusal(error, 'AUTH_STATE_NOT_FOUND')
  }
}

const consentForm = z.object({ consent: consentField })

/** Asks for the consent to the processing of personal data, before an account is created or used. */
export function Component() {
  const { t } = useTranslation('accounts')
  const { t: common } = useTranslation()
  const held = useLoaderData<typeof loader>()
  const getErrorMessage = useErrorMessage()
  const [isLeaving, run] = useAction()
  const form = useForm({ resolver: zodResolver(consentForm) })
  const { errors, isSubmitting } = form.formState
  const submit = useSubmit(form, () => accept(held), endings)
  return (
    <LoginCard
      title={t('consent.title')}
      text={t('login' in held ? 'consent.ownAccount' : 'consent.newAccount')}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Checkbox
          {...form.register('consent')}
          label={
            <Trans
              t={t}
              i18nKey="registration.consent"
              components={{ policy: <DocumentLink name="personal-data" /> }}
            />
          }
          error={getErrorMessage(errors.consent?.message)}
        />
        <FormAlert code={errors.root?.message} />
        <SubmitButton isLoading={isSubmitting}>{t('consent.submit')}</SubmitButton>
      </form>
      <Button kind="quiet" isWide isLoading={isLeaving} onClick={() => void run(() => decline(held))}>
        {common('login' in held ? 'header.signOut' : 'cancel')}
      </Button>
    </LoginCard>
  )
}

async function accept(held: HeldLogin): Promise<void> {
  if ('flow' in held) return finishLogin(await decideFlowConsent(held.flow, true), held.flow)
  const { consentRequired: _, ...login } = held.login
  const given = await call('POST /me/consents', { body: { consent: true } }, { token: login.jwt })
  await completeLogin({ ...login, session: given.data.result.session })
}

async function decline(held: HeldLogin): Promise<void> {
  const ending =
    'flow' in held
      ? decideFlowConsent(held.flow, false)
      : call('POST /auth/logout', undefined, { token: held.login.jwt })
  await ending.catch((error: unknown) => {
    // It has ended already.
    if (!isRefusal(error)) throw error
  })
  forgetHeldLogin()
  navigate('/session/login', { replace: true })
}

const endings: RefusalHandlers = [
  [['AUTH_STATE_NOT_FOUND', 'UNAUTHORIZED'], () => leave(eventCodes.SIGN_IN_STATE_EXPIRED)],
  [['ACCOUNT_BANNED'], () => leave(eventCodes.ACCOUNT_BANNED)],
]

function leave(errorCode: EventCode): void {
  forgetHeldLogin()
  navigate(withFailure('/session/login', errorCode), { replace: true })
}
