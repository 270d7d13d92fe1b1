import type { OperatorRouteResponse } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import { SecretDialog } from '../components/dialogs/secret-dialog.tsx'
import { Instant } from '../components/values/instant.tsx'

export type IssuedLink = OperatorRouteResponse<'POST /operators'>['data']['result']

/** The link for setting up access. It was mailed too; this one helps when the mail does not arrive. */
export function LinkDialog({ link, onClose }: { link: IssuedLink | undefined; onClose: () => void }) {
  const { t } = useTranslation('operators')
  return (
    <SecretDialog
      secret={link?.link}
      onClose={onClose}
      title={t('link.shownTitle', { name: link?.operator.name ?? '' })}
      text={t('link.shownText', { email: link?.operator.email ?? '' })}
      label={t('link.label')}
      note={
        link && (
          <>
            {t('link.ends')} <Instant at={link.expiresAt} />
          </>
        )
      }
    />
  )
}
