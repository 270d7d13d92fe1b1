import { useTranslation } from 'react-i18next'

/** In place of a game whose frame is removed while its player pays. */
export function UnloadedGame({ picture }: { picture: string | undefined }) {
  const { t } = useTranslation('play')
  return (
    <div className="absolute inset-0 grid place-content-center bg-ink-0 p-6">
      {picture && (
        <img
          src={picture}
          alt=""
          className="absolute inset-0 size-full scale-110 object-cover opacity-20 blur-2xl"
        />
      )}
      <p className="relative text-center text-15 text-text md:text-18">{t('unloaded')}</p>
    </div>
  )
}
