import type { Hub } from '@playhub/game-sdk'
import { createCovers } from '../kit/covers.ts'
import { announce } from '../kit/hud/announcer.ts'
import { closeCards } from '../kit/hud/card.ts'
import { byId } from '../kit/hud/dom.ts'
import type { Keeper } from '../kit/keeper.ts'
import { createShop } from '../kit/shop/panel.ts'
import type { Game } from '../kit/start.ts'
import { translatePage } from '../kit/texts/speak.ts'
import { type Cell, columnOf, rowOf } from './core/board.ts'
import { outcomeOf, type Round, starsOf, startRound } from './core/round.ts'
import { createHelpers } from './helpers.ts'
import { showIntro, showLevels, showLost, showPaused, showWon } from './hud/cards.ts'
import { showSoundState, showTools } from './hud/tools.ts'
import { listenToBoard } from './input.ts'
import { createRoundPlayer } from './round-player.ts'
import { type Save, withRound } from './save.ts'
import { GOODS } from './shop/goods.ts'
import { type Bag, giveItem, MOVES_IN_PACK } from './shop/grants.ts'
import type { Sound } from './sound.ts'
import { textsIn } from './texts/index.ts'
import { createBoardView } from './view/board-view.ts'
import type { Sprites } from './view/sprites.ts'

interface Deps {
  hub: Hub
  keeper: Keeper<Save>
  sound: Sound
  sprites: Sprites
  isCalm(): boolean
}

/** Frames narrower than this get seven columns, so that a finger still hits one piece. */
const NARROW_PX = 420

/** Ties the round, the cards, the helpers and the hub together. */
export function createGame({ hub, keeper, sound, sprites, isCalm }: Deps): Game {
  const board = byId('board')
  const view = createBoardView(board.parentElement ?? board, sprites, isCalm)
  let texts = textsIn(hub.language)
  /** Shows the card that is open now once more, as after a change of language. */
  let showCardAgain = () => {}

  const covers = createCovers((left) => {
    const isStill = left.has('hub') || left.has('paying') || left.has('hidden')
    view.setPaused(isStill)
    sound.hush(isStill)
    if (left.size === 0) hub.gameplayStart()
    else hub.gameplayStop()
  })

  const player = createRoundPlayer(keeper.save().round ?? freshRound(keeper.save().reached), {
    view,
    sound,
    isCalm,
    texts: () => texts,
    keep: (round) => keeper.change((save) => withRound(save, round)),
    onTurn: () => helpers.endHint(),
    onEnd: (outcome, round) => (outcome === 'won' ? congratulate(round) : consoleLoser(round)),
  })

  const helpers = createHelpers({
    player,
    view,
    sound,
    texts: () => texts,
    bag: () => keeper.save().bag,
    spend,
    openShop: () => openShop(resume),
  })

  const shop = createShop({
    hub,
    sound,
    goods: GOODS,
    texts: () => texts,
    owned() {
      const { hints, bombs, movePacks } = keeper.save().bag
      return texts.have(hints, bombs, movePacks)
    },
    chest: { read: keeper.save, write: (save) => keeper.change(() => save), give: giveItem },
    setPaying: (isPaying) => covers.set('paying', isPaying),
    onChange: refresh,
  })

  function freshRound(level: number): Round {
    const seed = Math.floor(Math.random() * 2 ** 32)
    return startRound(level, seed, window.innerWidth < NARROW_PX ? 7 : 8)
  }

  function spend(kind: keyof Bag): void {
    keeper.change((save) => ({ ...save, bag: { ...save.bag, [kind]: save.bag[kind] - 1 } }))
    refresh()
  }

  function refresh(): void {
    const { name, isGuest } = hub.player
    showTools(keeper.save().bag, texts)
    showSoundState(sound.isOn(), texts)
    byId('player').textContent = isGuest ? texts.guest : name
    const { columns, rows } = player.round().board
    board.setAttribute('aria-label', texts.boardLabel(columns, rows))
  }

  function cover(show: () => void): void {
    covers.set('card', true)
    helpers.stopAiming()
    input.letGo()
    showCardAgain = show
    show()
  }

  function resume(): void {
    covers.set('card', false)
    board.focus({ preventScroll: true })
  }

  function begin(round: Round, isBegun = false): void {
    resume()
    void player.start(round, isBegun)
    refresh()
  }

  function introduce(round: Round): void {
    const isBegun = round.movesLeft !== round.level.moves || round.score > 0
    const play = () => begin(round, isBegun)
    const chooseInstead = () => chooseLevel(() => introduce(round))
    cover(() => showIntro(round, texts, isBegun, play, chooseInstead))
  }

  function chooseLevel(onClose: () => void): void {
    const pick = (level: number) => introduce(freshRound(level))
    cover(() => showLevels(keeper.save(), texts, pick, onClose))
  }

  function congratulate(round: Round): void {
    const { level, score } = round
    const onNext = () => introduce(freshRound(level.number + 1))
    const onAgain = () => introduce(freshRound(level.number))
    const best = keeper.save().results[level.number]?.score ?? score
    sound.play('won')
    cover(() => showWon({ stars: starsOf(round), score, best, onNext, onAgain }, texts))
  }

  function consoleLoser(round: Round): void {
    sound.play('lost')
    const onMoreMoves = () => {
      spend('movePacks')
      player.addMoves(MOVES_IN_PACK)
      announce(texts.movesAdded)
      resume()
    }
    const onShop = () => openShop(() => consoleLoser(round))
    const onAgain = () => begin(freshRound(round.level.number))
    cover(() =>
      showLost({ round, movePacks: keeper.save().bag.movePacks, onMoreMoves, onShop, onAgain }, texts),
    )
  }

  function openShop(onClose: () => void): void {
    cover(() => shop.show(onClose))
  }

  function pause(): void {
    const { isGuest, name } = hub.player
    const show = () =>
      showPaused(
        {
          who: isGuest ? texts.guest : name,
          isGuest,
          canSignIn: hub.supports('signIn'),
          canAskSupport: hub.supports('support'),
          onResume: resume,
          onRestart: () => begin(freshRound(player.round().level.number)),
          onSignIn: () => void hub.signIn().then(resume, resume),
          onSupport: () => void hub.openSupport().then(resume, resume),
        },
        texts,
      )
    cover(show)
  }

  function tellCell(cell: Cell | null): void {
    view.mark({ cursor: cell })
    if (cell === null) return
    const around = player.round().board
    announce(texts.cell(rowOf(around, cell) + 1, columnOf(around, cell) + 1, player.nameOf(cell)))
  }

  function tellPick(cell: Cell | null): void {
    view.mark({ picked: cell })
    if (cell === null) return
    sound.play('pick')
    announce(texts.picked(player.nameOf(cell)))
  }

  const input = listenToBoard(board, view.cellUnder, {
    board: () => player.round().board,
    isOpen: player.isOpen,
    isAiming: helpers.isAiming,
    onPick: tellPick,
    onSwap: (from, to) => void player.swap(from, to),
    onAim: helpers.aimAt,
    onDrop: helpers.dropAt,
    onCancel: helpers.stopAiming,
    onCursor: tellCell,
  })

  function speak(language: string): void {
    texts = textsIn(language)
    translatePage(texts)
    document.title = texts.title
    player.refresh()
    refresh()
    if (!covers.has('card') || covers.has('paying')) return
    closeCards()
    showCardAgain()
  }

  /** Somebody signed in or out while the game was open: their own round comes onto the board. */
  function changePlayer(playerId: string | null): void {
    const before = keeper.save().round
    keeper.become(playerId)
    const { round, reached } = keeper.save()
    if (JSON.stringify(round) !== JSON.stringify(before))
      void player.start(round ?? freshRound(reached), true)
    refresh()
    void game.deliverPending()
  }

  function toggleSound(): void {
    if (sound.toggle()) sound.wake()
    refresh()
    sound.play('pick')
  }

  function listen(): void {
    byId('use-hint').onclick = helpers.hint
    byId('use-bomb').onclick = helpers.toggleBomb
    byId('use-moves').onclick = helpers.moreMoves
    byId('shop').onclick = () => openShop(resume)
    byId('levels').onclick = () => chooseLevel(resume)
    byId('pause').onclick = pause
    byId('sound').onclick = toggleSound
    for (const gesture of ['pointerdown', 'keydown'] as const)
      addEventListener(gesture, sound.wake, { once: true })
    document.addEventListener('visibilitychange', () => covers.set('hidden', document.hidden))
    hub.onPause(() => covers.set('hub', true))
    hub.onResume(() => covers.set('hub', false))
    hub.onLanguage(speak)
    hub.onPlayer(({ id }) => changePlayer(id))
    hub.onPurchases(() => void game.deliverPending())
  }

  const game: Game = {
    open() {
      listen()
      speak(hub.language)
      const round = player.round()
      const isLost = outcomeOf(round) === 'lost'
      if (keeper.save().round) view.show(round.board)
      if (isLost) consoleLoser(round)
      else introduce(round)
    },
    deliverPending: shop.deliverPending,
  }
  return game
}
