import type { Me, RecentChanges } from '@playhub/contract'
import { AsyncSection } from '@playhub/ui/async-section.tsx'
import { buttonClass } from '@playhub/ui/button.tsx'
import { Card } from '@playhub/ui/card.tsx'
import { cx } from '@playhub/ui/cx.ts'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Await, type ShouldRevalidateFunction, useLoaderData } from 'react-router'
import { ProfileScores } from '../../leaderboards/profile-scores.tsx'
import { call } from '../../lib/api/api.ts'
import type { RouteHandle } from '../../lib/page/page-title.ts'
import { requirePlayer, updatePlayer } from '../../lib/player/player.ts'
import { LanguageLinks } from '../../ui/language-chooser.tsx'
import { Rail } from '../../ui/rail.tsx'
import { ThemeChooser } from '../../ui/theme-chooser.tsx'
import { LinkQuestion } from '../link-question.tsx'
import { ReauthenticationProvider } from '../reauthentication/reauthentication.tsx'
import { PendingUndoBanner } from './changes/pending-undo-banner.tsx'
import { RecentChangesSection } from './changes/recent-changes.tsx'
import { Consents } from './consents.tsx'
import { DeletionBanner } from './deletion/deletion-banner.tsx'
import { YourData } from './deletion/your-data.tsx'
import { Identities } from './identities.tsx'
import { LoginSessions } from './login-sessions/login-sessions.tsx'
import { Passkeys } from './passkeys/passkeys.tsx'
import { ChangePassword } from './password-form.tsx'
import { PlayerDetails } from './player-details.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'
import { ReceiptEmailForm } from './receipt-email-form.tsx'
import { RememberedCards } from './remembered-cards.tsx'
import { Part, RowsSkeleton, Section } from './section.tsx'
import { TwoFactorRow } from './two-factor/two-factor.tsx'

export const handle: RouteHandle = {
  title: (messages) => messages.t('profile:title'),
  access: 'player',
}

/** Returns promises, so the page renders at once and each section when its data arrives. */
export function loader() {
  requirePlayer()
  const promises = {
    me: loadMe(),
    identities: loadIdentities(),
    passkeys: loadPasskeys(),
    twoFactor: loadTwoFactor(),
    loginSessions: loadLoginSessions(),
    recentChanges: loadRecentChanges(),
    consents: loadConsents(),
    scores: loadScores(),
    rememberedCards: loadRememberedCards(),
  }
  // Each section shows its own error. Without a handler, leaving the page early would report an unhandled rejection.
  for (const promise of Object.values(promises)) promise.catch(() => undefined)
  return promises
}

/** Revalidates after mutations only, not when the query changes for a dialog or a language. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  currentUrl.href === nextUrl.href

async function loadMe(): Promise<Me> {
  const me = (await call('GET /me')).data.result
  updatePlayer(me)
  return me
}
const loadIdentities = async () => (await call('GET /me/identities')).data.result
const loadPasskeys = async () => (await call('GET /me/passkeys')).data.result
const loadScores = async () => (await call('GET /me/scores')).data.result
const loadRememberedCards = async () => (await call('GET /payments/remembered-cards')).data.result
const loadTwoFactor = async () => (await call('GET /me/second-factor')).data.result
const loadRecentChanges = async () => (await call('GET /me/account-changes')).data.result
const loadConsents = async () => (await call('GET /me/consents')).data.result
const loadLoginSessions = async () => (await call('GET /me/login-sessions')).data.result

export function Component() {
  const { t } = useTranslation(['profile', 'game'])
  const { me } = useLoaderData<typeof loader>()
  return (
    <main id="content" className="page-width grow py-8 md:py-14">
      <h1 tabIndex={-1} className="heading mb-2 text-24 md:text-34">
        {t('title')}
      </h1>
      <div className="grid gap-x-14 lg:grid-cols-[minmax(0,1fr)_15rem]">
        <div className="min-w-0">
          <Suspense fallback={<ProfileSkeleton />}>
            <Await resolve={me}>{(loaded) => <Profile me={loaded} />}</Await>
          </Suspense>
        </div>
        <Rail
          label={t('title')}
          links={sections.map((id) => ({
            id,
            label: id === 'scores' ? t('game:scores.profile.title') : t(`${id}.title`),
          }))}
        />
      </div>
      <LinkQuestion />
    </main>
  )
}

const sections = ['about', 'identities', 'security', 'scores', 'receipts', 'appearance', 'data'] as const

function Profile({ me }: { me: Me }) {
  const { t } = useTranslation(['profile', 'common', 'game'])
  return (
    <ReauthenticationProvider email={me.email}>
      <DeletionBanner me={me} />
      <Changes>{({ undoAt }) => undoAt !== null && <PendingUndoBanner undoAt={undoAt} />}</Changes>
      <Section id="about" title={t('about.title')} lead={t('about.lead')}>
        <PlayerDetails me={me} />
      </Section>
      <Section id="identities" title={t('identities.title')} lead={t('identities.lead')}>
        <IdentitiesSection />
      </Section>
      <Section id="security" title={t('security.title')}>
        {me.hasPassword && <ChangePassword me={me} />}
        {me.hasPassword && (
          <Part title={t('secondFactor.title')} lead={t('secondFactor.lead')}>
            <TwoFactorSection />
          </Part>
        )}
        <Part title={t('passkeys.title')} lead={t('passkeys.lead')}>
          <PasskeysSection />
        </Part>
        <Part title={t('devices.title')} lead={t('devices.lead')}>
          <LoginSessionsSection />
        </Part>
        <Changes>{(loaded) => <RecentChangesSection {...loaded} />}</Changes>
      </Section>
      <Section id="scores" title={t('game:scores.profile.title')} lead={t('game:scores.profile.lead')}>
        <ScoresSection />
      </Section>
      <Section id="receipts" title={t('receipts.title')} lead={t('receipts.lead')}>
        <Card>
          <ReceiptEmailForm email={me.receiptEmail ?? me.email ?? ''} />
        </Card>
      </Section>
      <RememberedCardsSection />
      <Section id="appearance" title={t('appearance.title')}>
        <Part title={t('language.title')}>
          <LanguageLinks
            className="flex flex-wrap gap-2"
            linkClassName={cx(
              buttonClass('secondary', 'small'),
              'aria-[current=true]:border-warm aria-[current=true]:text-warm',
            )}
            replacesHistory
          />
        </Part>
        <Part title={t('common:theme.label')}>
          <ThemeChooser />
        </Part>
      </Section>
      <Section id="data" title={t('data.title')} lead={t('data.lead')}>
        <YourData me={me} />
        <ConsentsPart />
      </Section>
    </ReauthenticationProvider>
  )
}

/** Nothing while they load: most players have none. Without an element, `Await` throws the error at the whole page. */
function Changes({ children }: { children: (loaded: RecentChanges) => ReactNode }) {
  const { recentChanges } = useLoaderData<typeof loader>()
  return (
    <Suspense fallback={null}>
      <Await resolve={recentChanges} errorElement={<span hidden />}>
        {children}
      </Await>
    </Suspense>
  )
}

/** Nothing while they load: most players have none. */
function RememberedCardsSection() {
  const { rememberedCards } = useLoaderData<typeof loader>()
  return (
    <Suspense fallback={null}>
      <Await resolve={rememberedCards} errorElement={<span hidden />}>
        {(cards) => <RememberedCards cards={cards} />}
      </Await>
    </Suspense>
  )
}

function IdentitiesSection() {
  const { identities } = useLoaderData<typeof loader>()
  return (
    <AsyncSection promise={identities} skeleton={<RowsSkeleton rows={3} />}>
      {(loaded) => <Identities identities={loaded} />}
    </AsyncSection>
  )
}

function TwoFactorSection() {
  const { twoFactor } = useLoaderData<typeof loader>()
  return (
    <AsyncSection promise={twoFactor} skeleton={<RowsSkeleton rows={1} />}>
      {(loaded) => <TwoFactorRow twoFactor={loaded} />}
    </AsyncSection>
  )
}

function PasskeysSection() {
  const { passkeys } = useLoaderData<typeof loader>()
  return (
    <AsyncSection promise={passkeys} skeleton={<RowsSkeleton rows={1} />}>
      {(loaded) => <Passkeys passkeys={loaded} />}
    </AsyncSection>
  )
}

function ScoresSection() {
  const { scores } = useLoaderData<typeof loader>()
  return (
    <AsyncSection promise={scores} skeleton={<RowsSkeleton rows={1} />}>
      {(loaded) => <ProfileScores scores={loaded} />}
    </AsyncSection>
  )
}

/** Nothing while they load: many players have none. */
function ConsentsPart() {
  const { consents } = useLoaderData<typeof loader>()
  return (
    <Suspense fallback={null}>
      <Await resolve={consents} errorElement={<span hidden />}>
        {(loaded) => <Consents consents={loaded} />}
      </Await>
    </Suspense>
  )
}

function LoginSessionsSection() {
  const { loginSessions } = useLoaderData<typeof loader>()
  return (
    <AsyncSection promise={loginSessions} skeleton={<RowsSkeleton rows={2} />}>
      {(loaded) => <LoginSessions loginSessions={loaded} />}
    </AsyncSection>
  )
}
