import type { SingleGame } from '@playhub/contract'
import { Button, LinkButton } from '@playhub/ui/button.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localStore, storageKeys } from '../../lib/browser/storage.ts'

type Props = { name: string; settings: SingleGame['settings']; onConfirm: () => void }

/** Where a visitor under 18 is sent. */
const EXIT_URL = 'https://www.google.com/'

/** Returns whether the visitor has confirmed an age of 18 or over, and the function that confirms it. */
export function useAgeConfirmation(): [isConfirmed: boolean, confirm: () => void] {
  const [isConfirmed, setIsConfirmed] = useState(() => localStore.get(storageKeys.ageVerified) === 'true')
  const confirm = () => {
    localStore.set(storageKeys.ageVerified, 'true')
    setIsConfirmed(true)
  }
  return [isConfirmed, confirm]
}

/** Asks for the visitor's age. Shows only those game pictures that the operator chose for this dialog. */
export function AgeGate({ name, settings, onConfirm }: Props) {
  const { t } = useTranslation('play')
  const [confirmIcon, declineIcon] = settings.verificationButtonFiles
  return (
    <section
      aria-labelledby="age"
      className="surface relative my-6 w-[calc(100%-2rem)] max-w-md overflow-clip text-center shadow-float"
    >
      <OperatorPicture files={settings.popupFiles} className={popupClass} />
      <div className="p-6">
        <p className="heading text-34 text-warm">18+</p>
        <h2 id="age" className="heading mt-2 text-18">
          {t('single.ageTitle')}
        </h2>
        <p className="mt-3 text-15 text-soft">{t('single.ageText', { name })}</p>
        <div className="mt-6 flex flex-col gap-2">
          <Button data-boot onClick={onConfirm} icon={confirmIcon && <ButtonIcon file={confirmIcon} />}>
            {t('single.ageConfirm')}
          </Button>
          <LinkButton
            kind="secondary"
            href={EXIT_URL}
            rel="noreferrer"
            icon={declineIcon && <ButtonIcon file={declineIcon} />}
          >
            {t('single.ageDecline')}
          </LinkButton>
        </div>
      </div>
    </section>
  )
}

/** Hidden in landscape on phones, where only the buttons fit. */
const popupClass = 'h-[min(28svh,14rem)] w-full object-cover [@media(height<480px)]:hidden'

function ButtonIcon({ file }: { file: string }) {
  return <img src={file} alt="" width={28} height={28} className="size-7 shrink-0 object-contain" />
}

/** A picture from the operator: the first file, or the second in portrait orientation. */
export function OperatorPicture({
  files: [wide, upright],
  className,
}: {
  files: string[]
  className: string
}) {
  if (!wide) return null
  return (
    <picture>
      {upright && <source media="(orientation: portrait)" srcSet={upright} />}
      <img src={wide} alt="" className={className} />
    </picture>
  )
}
