import type { SingleGame } from '@playhub/contract'
import { useTranslation } from 'react-i18next'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ELSEWHERE } from './age.ts'
import { ShapedArt } from './shaped-art.tsx'

type Props = { name: string; settings: SingleGame['settings']; onConfirm: () => void }

/** Asks whether the visitor is of age. Of the game it shows only what the operator chose for this question. */
export function AgeGate({ name, settings, onConfirm }: Props) {
  const { t } = useTranslation('catalogue')
  const [yesArt, noArt] = settings.verificationButtonFiles
  return (
    <section
      aria-labelledby="age"
      className="surface relative my-6 w-[calc(100%-2rem)] max-w-md overflow-clip text-center shadow-float"
    >
      <ShapedArt files={settings.popupFiles} className={popupArt} />
      <div className="p-6">
        <p className="heading text-34 text-warm">18+</p>
        <h2 id="age" className="heading mt-2 text-18">
          {t('single.ageTitle')}
        </h2>
        <p className="mt-3 text-15 text-soft">{t('single.ageText', { name })}</p>
        <div className="mt-6 flex flex-col gap-2">
          <Button data-boot onClick={onConfirm} icon={yesArt && <AnswerArt file={yesArt} />}>
            {t('single.ageConfirm')}
          </Button>
          <LinkButton
            kind="secondary"
            href={ELSEWHERE}
            rel="noreferrer"
            icon={noArt && <AnswerArt file={noArt} />}
          >
            {t('single.ageDecline')}
          </LinkButton>
        </div>
      </div>
    </section>
  )
}

/** On a phone that lies on its side the answers go before the art. */
const popupArt = 'h-[min(28svh,14rem)] w-full object-cover [@media(height<480px)]:hidden'

/** Stands beside the words of an answer and never instead of them. */
function AnswerArt({ file }: { file: string }) {
  return <img src={file} alt="" width={28} height={28} className="size-7 shrink-0 object-contain" />
}
