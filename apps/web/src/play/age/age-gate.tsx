import type { SingleGame } from '@playhub/contract'
import { Button, LinkButton } from '@playhub/ui/button.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { confirmAge, useNeedsAge } from './age-confirmation.ts'

type Pictures = Pick<SingleGame['settings'], 'popupFiles' | 'verificationButtonFiles'>
type Props = { name: string; pictures?: Pictures | undefined }

/** URL for visitors under 18. */
const EXIT_URL = 'https://www.google.com/'

type GatedProps = Props & { age: number | null; className?: string; children: ReactNode }

/** Shows what runs a game; for a game rated 18 or over, only once the visitor has confirmed their age. */
export function AgeGated({ age, className, children, ...gate }: GatedProps) {
  if (!useNeedsAge(age)) return children
  return (
    <div className={className}>
      <AgeGate {...gate} />
    </div>
  )
}

/** Asks for the visitor's age. Shows only the game pictures chosen for this dialog. */
export function AgeGate({ name, pictures }: Props) {
  const { t } = useTranslation('play')
  const [confirmIcon, declineIcon] = pictures?.verificationButtonFiles ?? []
  return (
    <section
      aria-labelledby="age"
      className="surface relative my-6 w-[calc(100%-2rem)] max-w-md overflow-clip text-center shadow-float"
    >
      <OperatorPicture files={pictures?.popupFiles ?? []} className={popupClass} />
      <div className="p-6">
        <p className="heading text-34 text-warm">18+</p>
        <h2 id="age" className="heading mt-2 text-18">
          {t('single.ageTitle')}
        </h2>
        <p className="mt-3 text-15 text-soft">{t('single.ageText', { name })}</p>
        <div className="mt-6 flex flex-col gap-2">
          <Button data-boot onClick={confirmAge} icon={confirmIcon && <ButtonIcon file={confirmIcon} />}>
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
