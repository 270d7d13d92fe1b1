import { announce } from '../kit/hud/dom.ts'
import { howTo, illustratedList, showPauseCard } from '../kit/hud/pause-card.ts'
import type { Shell } from '../kit/shell.ts'
import { countStars, type Outcome, type Round } from './core/round.ts'
import { HOW_TO_IMAGES, showIntro, showLevels, showLost, showWon } from './hud/cards.ts'
import { MOVES_IN_PACK } from './items.ts'
import type { Messages } from './messages/en.ts'
import { newRound, type RoundController } from './round-controller.ts'
import type { Bag, Save } from './save.ts'
import type { tones } from './sound.ts'

interface Deps {
  controller: RoundController
  spend(kind: keyof Bag): void
  /** Called when a round has begun. */
  onBegin(): void
}

export interface RoundCards {
  introduce(round: Round): void
  chooseLevel(onClose: () => void): void
  showEnd(outcome: Exclude<Outcome, 'playing'>, round: Round): void
  pause(): void
}

/** The cards before, between and after rounds. */
export function createRoundCards(
  shell: Shell<Save, Messages, keyof typeof tones>,
  { controller, spend, onBegin }: Deps,
): RoundCards {
  const { hub, saves, sound, messages, resume } = shell

  function begin(round: Round, isContinued = false): void {
    resume()
    void controller.start(round, isContinued)
    onBegin()
  }

  function introduce(round: Round): void {
    const isContinued = round.movesLeft !== round.level.moves || round.score > 0
    const onPlay = () => begin(round, isContinued)
    const onLevels = () => chooseLevel(() => introduce(round))
    shell.openCard(() => showIntro({ round, isContinued, onPlay, onLevels }, messages()))
  }

  function chooseLevel(onClose: () => void): void {
    const onPick = (level: number) => introduce(newRound(level))
    shell.openCard(() => showLevels(saves.current(), messages(), onPick, onClose))
  }

  function showVictory(round: Round): void {
    const { level, score } = round
    const onNext = () => introduce(newRound(level.number + 1))
    const onAgain = () => introduce(newRound(level.number))
    const best = saves.current().results[level.number]?.score ?? score
    shell.openCard(() => showWon({ stars: countStars(round), score, best, onNext, onAgain }, messages()))
  }

  function showDefeat(round: Round): void {
    const onMoreMoves = () => {
      spend('movePacks')
      controller.addMoves(MOVES_IN_PACK)
      announce(messages().movesAdded)
      resume()
    }
    const onShop = () => shell.openShop(() => showEnd('lost', round))
    const onAgain = () => begin(newRound(round.level.number))
    shell.openCard(() => {
      const { movePacks } = saves.current().bag
      showLost({ round, movePacks, onMoreMoves, onShop, onAgain }, messages())
    })
  }

  function showEnd(outcome: Exclude<Outcome, 'playing'>, round: Round): void {
    sound.play(outcome)
    if (outcome === 'won') showVictory(round)
    else showDefeat(round)
  }

  function pause(): void {
    const onRestart = () => begin(newRound(controller.round().level.number))
    shell.openCard(() =>
      showPauseCard(hub, messages(), {
        content: [howTo(messages().howTo, illustratedList(messages().howToLines, HOW_TO_IMAGES))],
        buttons: [{ text: messages().restart, onPress: onRestart }],
        onResume: resume,
        onReturn: resume,
      }),
    )
  }

  return { introduce, chooseLevel, showEnd, pause }
}
