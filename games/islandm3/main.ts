import { announce, byId, showToolCount } from '../kit/hud/dom.ts'
import { howTo, illustratedList, showPauseCard } from '../kit/hud/pause-card.ts'
import { randomSeed } from '../kit/rng.ts'
import { type Game, isInterrupted, type Shell } from '../kit/shell.ts'
import { startGame } from '../kit/start.ts'
import { listenToBoard } from './board-input.ts'
import { createBoosters } from './boosters.ts'
import { type Cell, getColumn, getRow } from './core/board.ts'
import { countStars, getOutcome, type Round, startRound } from './core/round.ts'
import { HOW_TO_IMAGES, showIntro, showLevels, showLost, showWon } from './hud/cards.ts'
import { ITEMS, MOVES_IN_PACK } from './items.ts'
import { createRoundController } from './round-controller.ts'
import { type Bag, type Save, saves, withRound } from './save.ts'
import { tones } from './sound.ts'
import { en, type Texts } from './texts/en.ts'
import { ru } from './texts/ru.ts'
import { createBoardView } from './view/board-view.ts'
import { loadSprites, type Sprites } from './view/sprites.ts'

/** Frames narrower than this get seven columns, not eight, so that a piece stays large enough to touch. */
const NARROW_PX = 420

/** Connects the round, the cards and the boosters to the shell. */
function createGame(
  shell: Shell<Save, Texts, keyof typeof tones>,
  sprites: Sprites,
  prefersReducedMotion: () => boolean,
): Game<Save> {
  const { saves, sound, texts } = shell
  const board = byId('board')
  const view = createBoardView(board.parentElement ?? board, sprites, prefersReducedMotion)

  const controller = createRoundController(saves.current().round ?? newRound(saves.current().reached), {
    view,
    sound,
    prefersReducedMotion,
    texts,
    save: (round) => saves.update((save) => withRound(save, round)),
    onTurn: () => boosters.endHint(),
    onEnd: (outcome, round) => (outcome === 'won' ? showVictory(round) : showDefeat(round)),
  })

  const boosters = createBoosters({
    controller,
    view,
    sound,
    texts,
    bag: () => saves.current().bag,
    spend,
    openShop: () => shell.openShop(resume),
  })

  const input = listenToBoard(board, view.cellUnder, {
    board: () => controller.round().board,
    isOpen: controller.isOpen,
    isAiming: boosters.isAiming,
    onPick: pick,
    onSwap: (from, to) => void controller.swap(from, to),
    onAim: boosters.aimAt,
    onDrop: boosters.dropAt,
    onCancel: boosters.stopAiming,
    onCursor: moveCursor,
  })

  function newRound(level: number): Round {
    return startRound(level, randomSeed(), window.innerWidth < NARROW_PX ? 7 : 8)
  }

  function spend(kind: keyof Bag): void {
    saves.update((save) => ({ ...save, bag: { ...save.bag, [kind]: save.bag[kind] - 1 } }))
    refresh()
  }

  function refresh(): void {
    const { hints, bombs, movePacks } = saves.current().bag
    showToolCount('use-hint', hints, texts().hintLabel(hints))
    showToolCount('use-bomb', bombs, texts().bombLabel(bombs))
    showToolCount('use-moves', movePacks, texts().moreMovesLabel(movePacks))
    controller.refresh()
    const { columns, rows } = controller.round().board
    board.setAttribute('aria-label', texts().boardLabel(columns, rows))
  }

  function focusBoard(): void {
    board.focus({ preventScroll: true })
  }

  function resume(): void {
    shell.endCardPause()
    focusBoard()
  }

  function begin(round: Round, isContinued = false): void {
    resume()
    void controller.start(round, isContinued)
    refresh()
  }

  function introduce(round: Round): void {
    const isContinued = round.movesLeft !== round.level.moves || round.score > 0
    const onPlay = () => begin(round, isContinued)
    const onLevels = () => chooseLevel(() => introduce(round))
    shell.openCard(() => showIntro({ round, isContinued, onPlay, onLevels }, texts()))
  }

  function chooseLevel(onClose: () => void): void {
    const onPick = (level: number) => introduce(newRound(level))
    shell.openCard(() => showLevels(saves.current(), texts(), onPick, onClose))
  }

  function showVictory(round: Round): void {
    const { level, score } = round
    const onNext = () => introduce(newRound(level.number + 1))
    const onAgain = () => introduce(newRound(level.number))
    const best = saves.current().results[level.number]?.score ?? score
    sound.play('won')
    shell.openCard(() => showWon({ stars: countStars(round), score, best, onNext, onAgain }, texts()))
  }

  function showDefeat(round: Round): void {
    sound.play('lost')
    const onMoreMoves = () => {
      spend('movePacks')
      controller.addMoves(MOVES_IN_PACK)
      announce(texts().movesAdded)
      resume()
    }
    const onShop = () => shell.openShop(() => showDefeat(round))
    const onAgain = () => begin(newRound(round.level.number))
    shell.openCard(() => {
      const { movePacks } = saves.current().bag
      showLost({ round, movePacks, onMoreMoves, onShop, onAgain }, texts())
    })
  }

  function pause(): void {
    const onRestart = () => begin(newRound(controller.round().level.number))
    shell.openCard(() =>
      showPauseCard(shell.hub, texts(), {
        content: [howTo(texts().howTo, illustratedList(texts().howToLines, HOW_TO_IMAGES))],
        buttons: [{ text: texts().restart, onPress: onRestart }],
        onResume: resume,
        onReturn: resume,
      }),
    )
  }

  function moveCursor(cell: Cell | null): void {
    view.mark({ cursor: cell })
    if (cell === null) return
    const { board } = controller.round()
    announce(texts().cell(getRow(board, cell) + 1, getColumn(board, cell) + 1, controller.getPieceName(cell)))
  }

  function pick(cell: Cell | null): void {
    view.mark({ picked: cell })
    if (cell === null) return
    sound.play('press')
    announce(texts().picked(controller.getPieceName(cell)))
  }

  return {
    open() {
      byId('use-hint').onclick = boosters.hint
      byId('use-bomb').onclick = boosters.toggleBomb
      byId('use-moves').onclick = boosters.moreMoves
      byId('shop').onclick = () => shell.openShop(resume)
      byId('levels').onclick = () => chooseLevel(resume)
      byId('pause').onclick = pause
      const round = controller.round()
      if (saves.current().round) view.show(round.board)
      if (getOutcome(round) === 'lost') showDefeat(round)
      else introduce(round)
    },
    focus: focusBoard,
    refresh,
    onPlayerChange(previous) {
      const { round, reached } = saves.current()
      if (JSON.stringify(round) !== JSON.stringify(previous.round))
        void controller.start(round ?? newRound(reached), true)
    },
    onPauseChange(reasons) {
      view.setPaused(isInterrupted(reasons))
      if (!reasons.has('card')) return
      boosters.stopAiming()
      input.cancelPick()
    },
    inventory() {
      const { hints, bombs, movePacks } = saves.current().bag
      return texts().have(hints, bombs, movePacks)
    },
  }
}

await startGame({ saves, items: ITEMS, texts: [en, ru], tones, loadSprites, create: createGame })
