import { useTranslation } from 'react-i18next'
import { Button, LinkButton } from '../ui/button.tsx'
import { ELSEWHERE } from './age.ts'

/** Asks whether the visitor is of age. Nothing of the game is shown before the answer. */
export function AgeGate({ name, onConfirm }: { name: string; onConfirm: () => void }) {
  const { t } = useTranslation('catalogue')
  return (
    <section
      aria-labelledby="age"
      className="surface relative w-[calc(100%-2rem)] max-w-md p-6 text-center shadow-float"
    >
      <p className="display text-34 text-warm">18+</p>
      <h2 id="age" className="display mt-2 text-18">
        {t('single.ageTitle')}
      </h2>
      <p className="mt-3 text-15 text-soft">{t('single.ageText', { name })}</p>
      <div className="mt-6 flex flex-col gap-2">
        <Button data-boot onClick={onConfirm}>
          {t('single.ageConfirm')}
        </Button>
        <LinkButton kind="secondary" href={ELSEWHERE} rel="noreferrer">
          {t('single.ageDecline')}
        </LinkButton>
      </div>
    </section>
  )
}
