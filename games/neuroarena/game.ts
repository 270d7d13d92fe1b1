import type { Hub } from '@playhub/game-sdk'
import { createCovers } from '../kit/covers.ts'
import { announce } from '../kit/hud/announcer.ts'
import { closeCards } from '../kit/hud/card.ts'
import { byId } from '../kit/hud/dom.ts'
import type { Keeper } from '../kit/keeper.ts'
import { createShop } from '../kit/shop/panel.ts'
import type { Game } from '../kit/start.ts'
import { translatePage } from '../kit/texts/speak.ts'
import { isVouchedFor } from './account.ts'
import { type Arena, FULL_HULL } from './core/arena.ts'
import { isBossWave } from './core/waves.ts'
import { showIntro, showOver, showPaused } from './hud/cards.ts'
import { createStatus } from './hud/status.ts'
import { showBanner, showSoundState, showTools } from './hud/tools.ts'
import { createPilot } from './pilot.ts'
import { createRun } from './run.ts'
import { type Save, spend, withReached } from './save.ts'
import { GOODS } from './shop/goods.ts'
import { giveItem } from './shop/grants.ts'
import type { Sound } from './sound.ts'
import { textsIn } from './texts/index.ts'
import { createArenaView } from './view/arena-view.ts'
import { drawLineUp } from './view/line-up.ts'
import type { Sprites } from './view/sprites.ts'

interface Deps {
  hub: Hub
  keeper: Keeper<Save>
  sound: Sound
  sprites: Sprites
  isCalm(): boolean
}

/** Ties the run, the cards and the hub together. */
export function createGame({ hub, keeper, sound, sprites, isCalm }: Deps): Game {
  const field = byId('arena')
  let texts = textsIn(hub.language)
  /** Shows the card that is open now once more, as after a change of language. */
  let showCardAgain = () => {}
  /** The record as it stood when this run began. */
  let recordToBeat = 0
  const status = createStatus(texts)

  const view = createArenaView({
    canvas: field.querySelector('canvas') as HTMLCanvasElement,
    sprites,
    isCalm,
    skin,
  })

  const run = createRun({
    view,
    sound,
    steer: () => pilot.steer(),
    onFrame: showFrame,
    onWave: tellWave,
    onWaveEnd: keepReached,
    onHurt: ({ drone }) => announce(texts.hurt(drone.hull, FULL_HULL)),
    onOver: end,
  })

  const covers = createCovers((left) => {
    const isHushed = left.has('hub') || left.has('paying') || left.has('hidden')
    sound.hush(isHushed)
    pilot.letGo()
    run.setRunning(left.size === 0)
    if (left.size === 0) hub.gameplayStart()
    else hub.gameplayStop()
  })

  const pilot = createPilot({
    field,
    stick: byId('stick'),
    onShield: useShield,
    onPause: pause,
  })

  const shop = createShop({
    hub,
    sound,
    goods: GOODS,
    texts: () => texts,
    kept: (itemId) => (itemId === 'neuroarena-aurora' && keeper.save().bag.hasAurora ? texts.kept : null),
    owned: () => texts.have(keeper.save().bag.shields, keeper.save().bag.cells),
    chest: { read: keeper.save, write: (save) => keeper.change(() => save), give: giveItem },
    setPaying: (isPaying) => covers.set('paying', isPaying),
    onChange: refresh,
  })

  function skin(): 'aurora' | 'drone' {
    const { bag, wearsAurora } = keeper.save()
    return bag.hasAurora && wearsAurora ? 'aurora' : 'drone'
  }

  function refresh(): void {
    const { name, isGuest } = hub.player
    showTools(keeper.save().bag, texts)
    showSoundState(sound.isOn(), texts)
    byId('player').textContent = isGuest ? texts.guest : name
    if (covers.has('card')) run.redraw()
  }

  function cover(show: () => void): void {
    covers.set('card', true)
    showCardAgain = show
    show()
  }

  function resume(): void {
    covers.set('card', false)
    field.focus({ preventScroll: true })
  }

  function begin(): void {
    run.restart()
    recordToBeat = keeper.save().bestScore
    keeper.change((save) => ({ ...save, runs: save.runs + 1 }))
    resume()
  }

  function introduce(): void {
    const onAurora = (wearsAurora: boolean) => {
      keeper.change((save) => ({ ...save, wearsAurora }))
      run.redraw()
    }
    const onShop = () => openShop(introduce)
    const picture = () => drawLineUp(sprites, skin())
    cover(() => showIntro({ save: keeper.save(), picture, onPlay: begin, onShop, onAurora }, texts))
  }

  function showFrame(arena: Arena): void {
    status.show(arena, keeper.save().bestScore)
    // The canvas is closed to whoever looks from outside: this much of it can be read.
    field.dataset.droneX = arena.drone.x.toFixed()
  }

  function tellWave({ wave, score, drone }: Arena): void {
    const isBoss = isBossWave(wave)
    const tell = isBoss ? texts.atRestBoss : texts.atRest
    showBanner(isBoss ? texts.boss : texts.wave(wave), isBoss)
    announce(tell(wave, score, drone.hull, FULL_HULL))
  }

  function keepReached(reached: Arena): void {
    keeper.change((save) => withReached(save, reached))
  }

  function end(arena: Arena): void {
    const { score, wave } = arena
    keepReached(arena)
    const isRecord = score > recordToBeat
    const onShop = () => openShop(showEnd)
    const showEnd = () =>
      cover(() =>
        showOver(
          { score, wave, isRecord, save: keeper.save(), onRevive: returnToFight, onAgain: begin, onShop },
          texts,
        ),
      )
    showEnd()
  }

  function returnToFight(): void {
    const spent = spend(keeper.save(), 'cells')
    if (!spent) return
    keeper.change(() => spent)
    run.revive()
    announce(texts.revived)
    resume()
  }

  function useShield(): void {
    if (covers.has('card')) return
    const spent = spend(keeper.save(), 'shields')
    if (!spent) openShop(resume)
    else if (run.raiseShield()) {
      keeper.change(() => spent)
      announce(texts.shieldUp)
    }
    refresh()
    field.focus({ preventScroll: true })
  }

  function openShop(onClose: () => void): void {
    cover(() => shop.show(onClose))
  }

  function pause(): void {
    const back = () => pause()
    const show = () => {
      const { isGuest, name } = hub.player
      showPaused(
        {
          who: isGuest ? texts.guest : name,
          isGuest,
          canSignIn: hub.supports('signIn'),
          canAskSupport: hub.supports('support'),
          onResume: resume,
          onRestart: begin,
          onSignIn: () => void hub.signIn().then(back, back),
          onSignOut: () => void hub.signOut().then(back, back),
          onSupport: () => void hub.openSupport().then(back, back),
        },
        texts,
      )
    }
    cover(show)
  }

  function speak(language: string): void {
    texts = textsIn(language)
    translatePage(texts)
    document.title = texts.title
    status.speak(texts)
    refresh()
    if (!covers.has('card') || covers.has('paying')) return
    closeCards()
    showCardAgain()
  }

  /** At once, before anything bought can arrive: it must not fall into the save of who played before. */
  function changePlayer(playerId: string | null): void {
    keeper.become(playerId)
    refresh()
    void deliverPending()
  }

  async function deliverPending(): Promise<void> {
    void isVouchedFor(hub).then((isSure) => byId('player').classList.toggle('is-confirmed', isSure))
    await shop.deliverPending()
  }

  function toggleSound(): void {
    if (sound.toggle()) sound.wake()
    refresh()
    sound.play('press')
    if (!covers.has('card')) field.focus({ preventScroll: true })
  }

  function listen(): void {
    byId('shield').onclick = useShield
    byId('shop').onclick = () => openShop(resume)
    byId('pause').onclick = pause
    byId('sound').onclick = toggleSound
    for (const gesture of ['pointerdown', 'keydown'] as const)
      addEventListener(gesture, sound.wake, { once: true })
    document.addEventListener('visibilitychange', () => covers.set('hidden', document.hidden))
    hub.onPause(() => covers.set('hub', true))
    hub.onResume(() => covers.set('hub', false))
    hub.onLanguage(speak)
    hub.onPlayer(({ id }) => changePlayer(id))
    hub.onPurchases(() => void shop.deliverPending())
  }

  return {
    open() {
      listen()
      speak(hub.language)
      introduce()
      run.redraw()
    },
    deliverPending,
  }
}
