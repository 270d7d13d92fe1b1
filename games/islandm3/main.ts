import { byId, showToolCount } from '../kit/hud/dom.ts'
import { createGameScores, type GameScores } from '../kit/scores.ts'
import { type Game, isInterrupted, type Shell } from '../kit/shell.ts'
import { startGame } from '../kit/start.ts'
import { listenToBoard } from './board-input.ts'
import { createBoosters } from './boosters.ts'
import { countStars, getOutcome, type Outcome, type Round } from './core/round.ts'
import { ITEMS } from './items.ts'
import { en, type Messages } from './messages/en.ts'
import { ru } from './messages/ru.ts'
import { createRoundCards } from './round-cards.ts'
import { createRoundController, newRound } from './round-controller.ts'
import { type Bag, type Save, saves, withRound } from './save.ts'
import { tones } from './sound.ts'
import { createBoardView } from './view/board-view.ts'
import { loadSprites, type Sprites } from './view/sprites.ts'

/** Connects the round, the cards and the boosters to the shell. */
function createGame(
  shell: Shell<Save, Messages, keyof typeof tones>,
  sprites: Sprites,
  prefersReducedMotion: () => boolean,
): Game<Save> {
  const { hub, saves, sound, messages } = shell
  const scores = createGameScores(hub)
  const field = byId('board')
  const view = createBoardView(field.parentElement ?? field, sprites, prefersReducedMotion)
  const loadRound = () => saves.current().round ?? newRound(saves.current().reached)

  const controller = createRoundController(loadRound(), {
    view,
    sound,
    prefersReducedMotion,
    messages,
    save: (round) => saves.update((save) => withRound(save, round)),
    onTurn: () => boosters.endHint(),
    onEnd(outcome, round) {
      reportRound(scores, outcome, round)
      cards.showEnd(outcome, round)
    },
  })
  const bag = () => saves.current().bag
  const openShop = () => shell.openShop()
  const boosters = createBoosters({ controller, view, sound, messages, bag, spend, openShop })
  const cards = createRoundCards(shell, { controller, spend, onBegin: refresh })
  const cancelPick = listenToBoard({ field, controller, boosters, view, sound, messages })

  function spend(kind: keyof Bag): void {
    saves.update((save) => ({ ...save, bag: { ...save.bag, [kind]: save.bag[kind] - 1 } }))
    refresh()
  }

  function refresh(): void {
    const { hints, bombs, movePacks } = bag()
    showToolCount('use-hint', hints, messages().hintLabel(hints))
    showToolCount('use-bomb', bombs, messages().bombLabel(bombs))
    showToolCount('use-moves', movePacks, messages().moreMovesLabel(movePacks))
    controller.refresh()
    const { columns, rows } = controller.round().board
    field.setAttribute('aria-label', messages().boardLabel(columns, rows))
  }

  return {
    open() {
      byId('use-hint').onclick = boosters.hint
      byId('use-bomb').onclick = boosters.toggleBomb
      byId('use-moves').onclick = boosters.moreMoves
      byId('shop').onclick = openShop
      byId('levels').onclick = () => cards.chooseLevel(shell.resume)
      byId('pause').onclick = cards.pause
      const round = controller.round()
      if (saves.current().round) view.show(round.board)
      if (getOutcome(round) === 'lost') cards.showEnd('lost', round)
      else cards.introduce(round)
    },
    focus: () => field.focus({ preventScroll: true }),
    refresh,
    onPlayerChange(previous) {
      if (JSON.stringify(saves.current().round) !== JSON.stringify(previous.round))
        void controller.start(loadRound(), true)
    },
    onPauseChange(reasons) {
      view.setPaused(isInterrupted(reasons))
      if (!reasons.has('card')) return
      boosters.stopAiming()
      cancelPick()
    },
    inventory() {
      const { hints, bombs, movePacks } = bag()
      return messages().have(hints, bombs, movePacks)
    },
  }
}

function reportRound(scores: GameScores, outcome: Outcome, round: Round): void {
  scores.submit('best', round.score)
  if (outcome !== 'won') return
  scores.unlock('first-treasure')
  if (countStars(round) === 3) scores.unlock('three-stars')
}

await startGame({ saves, items: ITEMS, messages: [en, ru], tones, loadSprites, create: createGame })
