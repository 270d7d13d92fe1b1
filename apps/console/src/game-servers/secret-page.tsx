import { CopyButton } from '@playhub/ui/copy-button.tsx'
import { useTranslation } from 'react-i18next'
import { useGameServer } from './server.ts'

const steps = ['generate', 'add', 'restart', 'deploy', 'remove'] as const

/** How to rotate the secret that signs webhooks. The console neither shows nor changes it. */
export function Component() {
  const { t } = useTranslation(['game-servers', 'common'])
  const { project } = useGameServer()
  const variable = `WEBHOOK_SECRET_${project.toUpperCase().replaceAll('-', '_')}`
  return (
    <div className="max-w-180 text-15">
      <p className="text-pretty text-soft">{t('secret.text')}</p>
      <div className="mt-4 flex items-center gap-1 rounded-control border border-line bg-ink-1 ps-4">
        <code className="min-w-0 grow wrap-anywhere">{variable}</code>
        <CopyButton text={variable} label={t('secret.copy')} confirmation={t('common:copied')} />
      </div>
      <h2 className="mt-6 text-15 font-semibold">{t('secret.rotate')}</h2>
      <ol className="mt-2 grid list-decimal gap-2 ps-5 text-pretty marker:text-soft">
        {steps.map((step) => (
          <li key={step}>{t(`secret.${step}`, { variable })}</li>
        ))}
      </ol>
      <pre className="mt-4 overflow-x-auto rounded-control border border-line bg-ink-1 px-4 py-3 text-13">
        {`${variable}="whsec_NEW whsec_OLD"`}
      </pre>
    </div>
  )
}
