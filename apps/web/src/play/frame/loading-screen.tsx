import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AgeMark } from '../../ui/age-mark.tsx'

interface LoadingScreenProps {
  picture: string | undefined
  /** The game's rating, where it is known. */
  age?: number | null
  /** The game's loading progress. The catalogue has this screen as well, and does not load files for games only. */
  children?: ReactNode
}

/** Covers the frame until the game is ready, with the game's picture. Fills its container. */
export function LoadingScreen({ picture, age = null, children }: LoadingScreenProps) {
  const { t } = useTranslation('catalogue')
  return (
    <div className="absolute inset-0 grid place-content-center justify-items-center gap-6 bg-ink-0 p-6">
      {picture && (
        <>
          <div className="absolute inset-0 overflow-clip">
            <img src={picture} alt="" className="size-full scale-110 object-cover opacity-20 blur-2xl" />
          </div>
          <img
            src={picture}
            alt=""
            width={800}
            height={600}
            fetchPriority="high"
            className="game-art loading-art"
          />
        </>
      )}
      <p role="status" className="relative text-center text-15 text-text md:text-18">
        {t('loadingGame')}
      </p>
      <AgeMark age={age} className="relative text-soft" />
      {children}
    </div>
  )
}
