import type { GameCard as Card } from '@playhub/contract'
import { GameCard } from './game-card.tsx'

/** Doors side by side. */
export function GameList({ games, isBusy }: { games: Card[]; isBusy?: boolean }) {
  return (
    <ul aria-busy={isBusy} className="game-grid grid grid-cols-2 gap-3 md:gap-6 lg:grid-cols-3">
      {games.map((game) => (
        <GameCard key={game.project} game={game} />
      ))}
    </ul>
  )
}
