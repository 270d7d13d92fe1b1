import type { Me } from '@playhub/contract'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Await, type ShouldRevalidateFunction, useLoaderData } from 'react-router'
import { call } from '../../lib/api/api.ts'
import type { RouteHandle } from '../../lib/page/page-title.ts'
import { requirePlayer, updatePlayer } from '../../lib/player/player.ts'
import { AsyncSection } from '../../ui/async-section.tsx'
import { Card } from '../../ui/card.tsx'
import { ChangePassword } from './change-password.tsx'
import { DeletionBanner } from './deletion/deletion-banner.tsx'
import { YourData } from './deletion/your-data.tsx'
import { WaysToLogIn } from './identities.tsx'
import { LanguageChoice } from './language-links.tsx'
import { Devices } from './login-sessions/login-sessions.tsx'
import { WhoYouAre } from './player-details.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'
import { ReceiptEmailForm } from './receipt-email-form.tsx'
import { RowsSkeleton } from './row.tsx'
import { Section } from './section.tsx'

export const handle: RouteHandle = { title: (texts) => texts.t('profile:title') }

/** The page shows at once; who the player is, their ways to log in and their devices come when they come. */
export function loader() {
  requirePlayer()
  const parts = { me: whoIsIn(), identities: identities(), loginSessions: loginSessions() }
  // A part that fails says so in its place; a player who has left meanwhile is not there to read it.
  for (const part of Object.values(parts)) part.catch(() => undefined)
  return parts
}

/** Only a change of the data asks for it anew: a question or a language in the address is none. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  currentUrl.href === nextUrl.href

async function whoIsIn(): Promise<Me> {
  const me = (await call('GET /me')).data.result
  updatePlayer(me)
  return me
}
const identities = async () => (await call('GET /me/identities')).data.result
const loginSessions = async () => (await call('GET /me/login-sessions')).data.result

/** What the hub knows about the player, and what they may change. */
export function Component() {
  const { t } = useTranslation('profile')
  const { me } = useLoaderData<typeof loader>()
  return (
    <main id="content" className="page-width max-w-5xl grow py-8 md:py-12">
      <h1 tabIndex={-1} className="heading mb-6 text-24 md:mb-8 md:text-34">
        {t('title')}
      </h1>
      <Suspense fallback={<ProfileSkeleton />}>
        <Await resolve={me}>{(arrived) => <Profile me={arrived} />}</Await>
      </Suspense>
    </main>
  )
}

function Profile({ me }: { me: Me }) {
  const { t } = useTranslation('profile')
  return (
    <>
      <DeletionBanner me={me} />
      <Section title={t('about.title')} lead={t('about.lead')}>
        <WhoYouAre me={me} />
      </Section>
      <Section title={t('identities.title')} lead={t('identities.lead')}>
        <Ways>{me.hasPassword && <ChangePassword me={me} />}</Ways>
      </Section>
      <Section title={t('devices.title')} lead={t('devices.lead')}>
        <LoginSessions />
      </Section>
      <Section title={t('receipts.title')} lead={t('receipts.lead')}>
        <Card>
          <ReceiptEmailForm email={me.receiptEmail ?? me.email ?? ''} />
        </Card>
      </Section>
      <Section title={t('language.title')}>
        <LanguageChoice />
      </Section>
      <Section title={t('data.title')} lead={t('data.lead')}>
        <YourData me={me} />
      </Section>
    </>
  )
}

function Ways({ children }: { children: ReactNode }) {
  const { identities } = useLoaderData<typeof loader>()
  return (
    <>
      <AsyncSection promise={identities} skeleton={<RowsSkeleton rows={3} />}>
        {(arrived) => <WaysToLogIn identities={arrived} />}
      </AsyncSection>
      {children}
    </>
  )
}

function LoginSessions() {
  const { loginSessions } = useLoaderData<typeof loader>()
  return (
    <AsyncSection promise={loginSessions} skeleton={<RowsSkeleton rows={2} />}>
      {(arrived) => <Devices loginSessions={arrived} />}
    </AsyncSection>
  )
}
