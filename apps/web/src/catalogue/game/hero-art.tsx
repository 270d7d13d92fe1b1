import type { GameCard } from '@playhub/contract'

/** The picture behind a game's name, square on phones. Loaded with high priority: it is the largest contentful paint. */
export function HeroArt({ game, transitionName }: { game: GameCard; transitionName?: string }) {
  const { heroImage, heroImageSmall } = game.web_page
  return (
    <picture style={transitionName ? { viewTransitionName: transitionName } : undefined} className="hero-art">
      <source media="(width < 768px)" srcSet={heroImageSmall} width={900} height={900} />
      <img src={heroImage} alt="" width={1920} height={1080} fetchPriority="high" decoding="async" />
    </picture>
  )
}
