import type { Hub } from '@playhub/game-sdk'
import { confirmedPlayerId } from '../kit/confirmed-player.ts'
import { announce, byId, find, showToolCount } from '../kit/hud/dom.ts'
import { createGameScores, type GameScores } from '../kit/scores.ts'
import type { Game, Shell } from '../kit/shell.ts'
import { startGame } from '../kit/start.ts'
import { createControls } from './controls.ts'
import { type Arena, FULL_HULL } from './core/arena.ts'
import { isBossWave } from './core/waves.ts'
import { createStatus, showBanner } from './hud/status.ts'
import { AURORA_ID, ITEMS } from './items.ts'
import { en, type Messages } from './messages/en.ts'
import { ru } from './messages/ru.ts'
import { createRunCards } from './run-cards.ts'
import { createRunController } from './run-controller.ts'
import { type Save, saves, spend, withRecords } from './save.ts'
import { tones } from './sound.ts'
import { createArenaView } from './view/arena-view.ts'
import { drawIntroPicture } from './view/intro-picture.ts'
import { loadSprites, type Sprites } from './view/sprites.ts'

/** Connects the run and the cards to the shell. */
function createGame(
  shell: Shell<Save, Messages, keyof typeof tones>,
  sprites: Sprites,
  prefersReducedMotion: () => boolean,
): Game<Save> {
  const { hub, saves, sound, messages } = shell
  const scores = createGameScores(hub)
  const field = byId('arena')
  const focus = () => field.focus({ preventScroll: true })
  const status = createStatus(messages)
  const skin = () => (saves.current().bag.hasAurora && saves.current().wearsAurora ? 'aurora' : 'drone')
  const canvas = find(field, 'canvas', HTMLCanvasElement)

  const saveRecords = (arena: Arena) => saves.update((save) => withRecords(save, arena))

  const run = createRunController({
    view: createArenaView({ canvas, sprites, prefersReducedMotion, skin }),
    sound,
    direction: () => controls.direction(),
    onFrame(arena) {
      status.show(arena, saves.current().bestScore)
      // Tests cannot read the canvas.
      field.dataset.droneX = arena.drone.x.toFixed()
    },
    onWave(arena) {
      announceWave(arena, messages())
      if (arena.wave >= 5) scores.unlock('wave-five')
    },
    onWaveEnd: saveRecords,
    onHurt: ({ drone }) => announce(messages().hurt(drone.hull, FULL_HULL)),
    onOver(arena) {
      saveRecords(arena)
      reportRun(scores, arena)
      cards.showEnd(arena)
    },
  })
  const cards = createRunCards(shell, run, () => drawIntroPicture(sprites, skin()))
  const controls = createControls({ field, stick: byId('stick'), onShield: useShield, onPause: cards.pause })

  function refresh(): void {
    const { shields } = saves.current().bag
    showToolCount('shield', shields, messages().shieldLabel(shields))
    status.rewrite()
    if (shell.hasCard()) run.redraw()
  }

  function useShield(): void {
    if (shell.hasCard()) return
    const spent = spend(saves.current(), 'shields')
    if (!spent) shell.openShop()
    else if (run.raiseShield()) {
      saves.update(() => spent)
      announce(messages().shieldUp)
    }
    refresh()
    focus()
  }

  return {
    open() {
      byId('shield').onclick = useShield
      byId('shop').onclick = () => shell.openShop()
      byId('pause').onclick = cards.pause
      byId('sound').onclick = focus
      cards.introduce()
      run.redraw()
      void showConfirmation(hub)
    },
    focus,
    refresh,
    onPlayerChange: () => void showConfirmation(hub),
    onPauseChange(reasons) {
      controls.reset()
      run.setRunning(reasons.size === 0)
    },
    inventory: () => messages().have(saves.current().bag.shields, saves.current().bag.cells),
    ownedLabel: (itemId) => (itemId === AURORA_ID && saves.current().bag.hasAurora ? messages().kept : null),
  }
}

function announceWave({ wave, score, drone }: Arena, messages: Messages): void {
  const isBoss = isBossWave(wave)
  const describe = isBoss ? messages.atRestBoss : messages.atRest
  showBanner(isBoss ? messages.boss : messages.wave(wave), isBoss)
  announce(describe(wave, score, drone.hull, FULL_HULL))
}

function reportRun(scores: GameScores, { score, defeated }: Arena): void {
  scores.submit('best', score)
  scores.progress('hundred-foes', defeated)
}

async function showConfirmation(hub: Hub): Promise<void> {
  const isConfirmed = (await confirmedPlayerId(hub)) !== null
  byId('player').classList.toggle('is-confirmed', isConfirmed)
}

await startGame({ saves, items: ITEMS, messages: [en, ru], tones, loadSprites, create: createGame })
