import type { GameCard } from '@playhub/contract'
import { localText } from '@playhub/contract/languages'
import { cx } from '@playhub/ui/cx.ts'
import type { ReactNode } from 'react'
import { useInterfaceLanguage } from '../../lib/context/page-context.ts'
import { gameColours } from '../../ui/game.ts'

type HeroProps = {
  game: GameCard
  labelledBy?: string
  className?: string
  children: ReactNode
}

/**
 * A game's picture with its name: above it on phones, beside it on wider screens. Loaded with high priority, because it
 * is the largest contentful paint.
 */
export function Hero({ game, labelledBy, className, children }: HeroProps) {
  const { heroImage, heroImageSmall } = game.web_page
  const alt = localText(game.localization.heroImageAlt ?? {}, useInterfaceLanguage())
  return (
    <section
      aria-labelledby={labelledBy}
      data-theme="dark"
      style={gameColours(game)}
      className={cx('hero', className)}
    >
      <picture className="game-art hero-art">
        <source media="(width < 768px)" srcSet={heroImageSmall} width={900} height={900} />
        <img src={heroImage} alt={alt} width={1920} height={1080} fetchPriority="high" decoding="async" />
      </picture>
      {children}
    </section>
  )
}
