import type { Hub } from '@playhub/game-sdk'
import { createCovers } from '../kit/covers.ts'
import { announce } from '../kit/hud/announcer.ts'
import { closeCards } from '../kit/hud/card.ts'
import { byId } from '../kit/hud/dom.ts'
import type { Keeper } from '../kit/keeper.ts'
import { createShop } from '../kit/shop/panel.ts'
import type { Game } from '../kit/start.ts'
import { translatePage } from '../kit/texts/speak.ts'
import { foundTown, type Play, type Step } from './core/play.ts'
import { columnOf, isFull, PLOTS, put, rowOf } from './core/town.ts'
import { createForeman } from './foreman.ts'
import { showEvening, showFull, showPaused, showWelcome } from './hud/cards.ts'
import { showQuest, showStatus, showThanks } from './hud/status.ts'
import { showSoundState, showTools } from './hud/tools.ts'
import { createPlots } from './plots.ts'
import type { Save } from './save.ts'
import { GOODS } from './shop/goods.ts'
import { giveItem } from './shop/grants.ts'
import type { Sound } from './sound.ts'
import { textsIn } from './texts/index.ts'
import { readTownPass } from './town-pass.ts'
import type { Sprites } from './view/sprites.ts'
import { createTownView } from './view/town-view.ts'

interface Deps {
  hub: Hub
  keeper: Keeper<Save>
  sound: Sound
  sprites: Sprites
  isCalm(): boolean
}

const THANKS_MS = 1800

/** Ties the town, the cards, the tools and the hub together. */
export function createGame({ hub, keeper, sound, sprites, isCalm }: Deps): Game {
  const board = byId('board')
  let texts = textsIn(hub.language)
  let playerId = hub.player.id
  let thanksTimer: ReturnType<typeof setTimeout> | undefined
  /** Shows the card that is open now once more, as after a change of language. */
  let showCardAgain = () => {}
  const play = () => keeper.save().play

  const plots = createPlots(board, {
    onPress: (plot) => foreman.press(plot),
    onPoint: (plot, isWalking) => foreman.point(plot, isWalking),
    onEscape: () => putToolAway(),
  })
  const view = createTownView(board.parentElement ?? board, sprites, isCalm, plots.lay)

  const covers = createCovers((left) => {
    const isStill = left.has('hub') || left.has('paying') || left.has('hidden')
    view.setPaused(isStill)
    sound.hush(isStill)
    if (left.size === 0) hub.gameplayStart()
    else hub.gameplayStop()
  })

  const foreman = createForeman({
    view,
    sound,
    isCalm,
    play,
    texts: () => texts,
    keep,
    onShown,
    onAim(tool) {
      for (const name of ['crane', 'clear', 'crew'] as const)
        byId(`use-${name}`).setAttribute('aria-pressed', String(name === tool))
    },
  })

  const shop = createShop({
    hub,
    sound,
    goods: GOODS,
    texts: () => texts,
    owned: () => texts.have(play().coins, play().crews),
    chest: { read: keeper.save, write: (save) => keeper.change(() => save), give: giveItem },
    setPaying: (isPaying) => covers.set('paying', isPaying),
    onChange: refresh,
  })

  function change(next: Play): void {
    keeper.change((save) => ({ ...save, play: next }))
    refresh()
  }

  function keep({ play: next, questDone }: Step): void {
    const isThanking = questDone !== null || thanksTimer !== undefined
    keeper.change((save) => ({ ...save, play: next }))
    showStatus(next, texts)
    showTools(next, texts)
    labelPlots()
    if (questDone) thank(questDone)
    else if (!isThanking) showQuest(next.quest, texts)
  }

  function thank(quest: Step['questDone'] & object): void {
    sound.play('quest')
    showThanks(quest, texts)
    clearTimeout(thanksTimer)
    thanksTimer = setTimeout(() => {
      thanksTimer = undefined
      showQuest(play().quest, texts)
    }, THANKS_MS)
  }

  function onShown({ evening }: Step): void {
    if (covers.has('card')) return // opened meanwhile; closing it asks for room, and the coins are there already
    if (evening) {
      sound.play('evening')
      cover(() => showEvening(evening, play(), texts, resumeOrFull))
    } else if (isFull(play().town)) askForRoom()
  }

  /** Back to the town, unless no plot is left in it. */
  function resumeOrFull(): void {
    if (isFull(play().town)) askForRoom()
    else resume()
  }

  function askForRoom(): void {
    const use = (tool: 'crew' | 'clear') => () => {
      resume()
      foreman.take(tool)
    }
    const onNewTown = () => {
      change(foundTown(play()))
      view.show(play().town)
      resume()
    }
    const onShop = () => openShop(resumeOrFull)
    cover(() =>
      showFull({ play: play(), onCrew: use('crew'), onClear: use('clear'), onShop, onNewTown }, texts),
    )
  }

  function putToolAway(): void {
    foreman.putAway()
    if (isFull(play().town)) askForRoom()
  }

  function labelOf(plot: number): string {
    const { town, cart } = play()
    const level = town[plot] ?? 0
    const what = level === 0 ? texts.free : texts.levels[level]
    const place = texts.plot(what, rowOf(plot) + 1, columnOf(plot) + 1)
    const built = put(town, plot, cart[0])?.merges.at(-1)
    return built ? `${place}; ${texts.willBuild(texts.levels[built.level])}` : place
  }

  function labelPlots(): void {
    for (const plot of PLOTS) plots.label(plot, labelOf(plot))
  }

  function refresh(): void {
    const { name, isGuest } = hub.player
    showStatus(play(), texts)
    showQuest(play().quest, texts)
    showTools(play(), texts)
    showSoundState(sound.isOn(), texts)
    byId('player').textContent = isGuest ? texts.guest : name
    labelPlots()
    foreman.refresh()
  }

  function cover(show: () => void): void {
    covers.set('card', true)
    showCardAgain = show
    show()
  }

  function resume(): void {
    covers.set('card', false)
    plots.focus()
  }

  function openShop(onClose: () => void): void {
    foreman.putAway()
    cover(() => shop.show(onClose))
  }

  function pause(): void {
    const { isGuest, name } = hub.player
    const pass = readTownPass(hub)
    foreman.putAway()
    cover(() =>
      showPaused(
        {
          who: isGuest ? texts.guest : name,
          pass,
          isGuest,
          canSignIn: hub.supports('signIn'),
          canAskSupport: hub.supports('support'),
          onResume: resumeOrFull,
          onSignIn: () => void hub.signIn().then(resumeOrFull, resumeOrFull),
          onSignOut: () => void hub.signOut().then(resumeOrFull, resumeOrFull),
          onSupport: () => void hub.openSupport().then(resumeOrFull, resumeOrFull),
        },
        texts,
      ),
    )
  }

  function speak(language: string): void {
    texts = textsIn(language)
    translatePage(texts)
    document.title = texts.title
    refresh()
    if (!covers.has('card') || covers.has('paying')) return
    closeCards()
    showCardAgain()
  }

  /** Somebody signed in or out while the game was open: their own town comes onto the meadow. */
  function changePlayer(nextPlayer: string | null): void {
    if (nextPlayer === playerId) return
    playerId = nextPlayer
    keeper.become(playerId)
    view.show(play().town)
    refresh()
    void shop.deliverPending()
  }

  /** The hub has covered the game: who plays may be another one now. */
  function comeBack(): void {
    covers.set('hub', false)
    void hub.getPlayer().then(
      ({ id }) => changePlayer(id),
      () => {},
    )
  }

  function toggleSound(): void {
    if (sound.toggle()) sound.wake()
    refresh()
    sound.play('step')
  }

  function listen(): void {
    for (const tool of ['crane', 'clear', 'crew'] as const)
      byId(`use-${tool}`).onclick = () => foreman.take(tool)
    byId('aim').querySelector('button')?.addEventListener('click', putToolAway)
    byId('shop').onclick = () => openShop(resumeOrFull)
    byId('pause').onclick = pause
    byId('sound').onclick = toggleSound
    for (const gesture of ['pointerdown', 'keydown'] as const)
      addEventListener(gesture, sound.wake, { once: true })
    document.addEventListener('visibilitychange', () => covers.set('hidden', document.hidden))
    hub.onPause(() => covers.set('hub', true))
    hub.onResume(comeBack)
    hub.onLanguage(speak)
    hub.onPlayer(({ id }) => changePlayer(id))
    hub.onPurchases(() => void shop.deliverPending())
  }

  function welcome(): void {
    const start = () => {
      keeper.change((save) => ({ ...save, isWelcomed: true }))
      resumeOrFull()
      announce(texts.boardHelp)
    }
    cover(() => showWelcome(texts, start))
  }

  return {
    open() {
      listen()
      view.show(play().town)
      speak(hub.language)
      if (!keeper.save().isWelcomed) welcome()
      else if (isFull(play().town)) askForRoom()
      else hub.gameplayStart()
    },
    deliverPending: shop.deliverPending,
  }
}
