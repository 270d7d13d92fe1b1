import { confirmedPlayerId } from '../kit/confirmed-player.ts'
import { announce, byId, showToolCount } from '../kit/hud/dom.ts'
import { howTo, illustratedList, showPauseCard } from '../kit/hud/pause-card.ts'
import type { Game, Shell } from '../kit/shell.ts'
import { startGame } from '../kit/start.ts'
import { createControls } from './controls.ts'
import { type Arena, FULL_HULL } from './core/arena.ts'
import { isBossWave } from './core/waves.ts'
import { HOW_TO_IMAGES, showIntro, showOver } from './hud/cards.ts'
import { createStatus, showBanner } from './hud/status.ts'
import { AURORA_ID, ITEMS } from './items.ts'
import { createRunController } from './run-controller.ts'
import { type Save, saves, spend, withRecords } from './save.ts'
import { tones } from './sound.ts'
import { en, type Texts } from './texts/en.ts'
import { ru } from './texts/ru.ts'
import { createArenaView } from './view/arena-view.ts'
import { drawIntroPicture } from './view/intro-picture.ts'
import { loadSprites, type Sprites } from './view/sprites.ts'

/** Connects the run and the cards to the shell. */
function createGame(
  shell: Shell<Save, Texts, keyof typeof tones>,
  sprites: Sprites,
  prefersReducedMotion: () => boolean,
): Game<Save> {
  const { hub, saves, sound, texts } = shell
  const field = byId('arena')
  /** The best score before the current run. */
  let bestScoreBefore = 0
  const status = createStatus(texts)

  const view = createArenaView({
    canvas: field.querySelector('canvas') as HTMLCanvasElement,
    sprites,
    prefersReducedMotion,
    skin,
  })

  const run = createRunController({
    view,
    sound,
    direction: () => controls.direction(),
    onFrame: showFrame,
    onWave: showWave,
    onWaveEnd: saveRecords,
    onHurt: ({ drone }) => announce(texts().hurt(drone.hull, FULL_HULL)),
    onOver: end,
  })

  const controls = createControls({ field, stick: byId('stick'), onShield: useShield, onPause: pause })

  function skin(): 'aurora' | 'drone' {
    const { bag, wearsAurora } = saves.current()
    return bag.hasAurora && wearsAurora ? 'aurora' : 'drone'
  }

  function refresh(): void {
    const { shields } = saves.current().bag
    showToolCount('shield', shields, texts().shieldLabel(shields))
    status.rewrite()
    if (shell.hasCard()) run.redraw()
  }

  function focusField(): void {
    field.focus({ preventScroll: true })
  }

  function resume(): void {
    shell.endCardPause()
    focusField()
  }

  function begin(): void {
    run.restart()
    bestScoreBefore = saves.current().bestScore
    saves.update((save) => ({ ...save, runs: save.runs + 1 }))
    resume()
  }

  function introduce(): void {
    const onAurora = (wearsAurora: boolean) => {
      saves.update((save) => ({ ...save, wearsAurora }))
      run.redraw()
    }
    const onShop = () => shell.openShop(introduce)
    const picture = () => drawIntroPicture(sprites, skin())
    shell.openCard(() =>
      showIntro({ save: saves.current(), picture, onPlay: begin, onShop, onAurora }, texts()),
    )
  }

  function showFrame(arena: Arena): void {
    status.show(arena, saves.current().bestScore)
    // Tests cannot read the canvas.
    field.dataset.droneX = arena.drone.x.toFixed()
  }

  function showWave({ wave, score, drone }: Arena): void {
    const isBoss = isBossWave(wave)
    const describe = isBoss ? texts().atRestBoss : texts().atRest
    showBanner(isBoss ? texts().boss : texts().wave(wave), isBoss)
    announce(describe(wave, score, drone.hull, FULL_HULL))
  }

  function saveRecords(reached: Arena): void {
    saves.update((save) => withRecords(save, reached))
  }

  function end(arena: Arena): void {
    const { score, wave } = arena
    saveRecords(arena)
    const isRecord = score > bestScoreBefore
    const onShop = () => shell.openShop(showEnd)
    const showEnd = () =>
      shell.openCard(() =>
        showOver(
          { score, wave, isRecord, save: saves.current(), onRevive: revive, onAgain: begin, onShop },
          texts(),
        ),
      )
    showEnd()
  }

  function revive(): void {
    const spent = spend(saves.current(), 'cells')
    if (!spent) return
    saves.update(() => spent)
    run.revive()
    announce(texts().revived)
    resume()
  }

  function useShield(): void {
    if (shell.hasCard()) return
    const spent = spend(saves.current(), 'shields')
    if (!spent) shell.openShop(resume)
    else if (run.raiseShield()) {
      saves.update(() => spent)
      announce(texts().shieldUp)
    }
    refresh()
    focusField()
  }

  function pause(): void {
    shell.openCard(() =>
      showPauseCard(hub, texts(), {
        content: [howTo(texts().howTo, illustratedList(texts().howToLines, HOW_TO_IMAGES))],
        buttons: [{ text: texts().restart, onPress: begin }],
        canSignOut: true,
        onResume: resume,
        onReturn: pause,
      }),
    )
  }

  async function showConfirmation(): Promise<void> {
    const isConfirmed = (await confirmedPlayerId(hub)) !== null
    byId('player').classList.toggle('is-confirmed', isConfirmed)
  }

  return {
    open() {
      byId('shield').onclick = useShield
      byId('shop').onclick = () => shell.openShop(resume)
      byId('pause').onclick = pause
      byId('sound').onclick = focusField
      introduce()
      run.redraw()
      void showConfirmation()
    },
    focus: focusField,
    refresh,
    onPlayerChange: () => void showConfirmation(),
    onPauseChange(reasons) {
      controls.reset()
      run.setRunning(reasons.size === 0)
    },
    inventory: () => texts().have(saves.current().bag.shields, saves.current().bag.cells),
    ownedLabel: (itemId) => (itemId === AURORA_ID && saves.current().bag.hasAurora ? texts().kept : null),
  }
}

await startGame({ saves, items: ITEMS, texts: [en, ru], tones, loadSprites, create: createGame })
