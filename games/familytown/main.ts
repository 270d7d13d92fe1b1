import { confirmedPlayerId } from '../kit/confirmed-player.ts'
import { announce, byId } from '../kit/hud/dom.ts'
import { showPauseCard } from '../kit/hud/pause-card.ts'
import { randomSeed } from '../kit/rng.ts'
import { type Game, isInterrupted, type Shell } from '../kit/shell.ts'
import { startGame } from '../kit/start.ts'
import { type Play, type Step, startNewTown } from './core/play.ts'
import { TOOLS } from './core/tools.ts'
import { getColumn, getRow, isFull, PLOTS, put } from './core/town.ts'
import { passLine, rules, showEvening, showFull, showWelcome } from './hud/cards.ts'
import { showQuest, showStatus, showThanks } from './hud/status.ts'
import { ITEMS } from './items.ts'
import { createPlotButtons } from './plot-buttons.ts'
import { createSaveFormat, type Save } from './save.ts'
import { tones } from './sound.ts'
import { en, type Texts } from './texts/en.ts'
import { ru } from './texts/ru.ts'
import { createTownController } from './town-controller.ts'
import { loadSprites, type Sprites } from './view/sprites.ts'
import { createTownView } from './view/town-view.ts'

const THANKS_MS = 1800
/** Pass number length. The number is the player id's suffix. */
const PASS_LENGTH = 6

/** Connects the town, the cards and the tools to the shell. */
function createGame(
  shell: Shell<Save, Texts, keyof typeof tones>,
  sprites: Sprites,
  prefersReducedMotion: () => boolean,
): Game<Save> {
  const { hub, saves, sound, texts } = shell
  const board = byId('board')
  let thanksTimer: ReturnType<typeof setTimeout> | undefined
  const play = () => saves.current().play

  const plots = createPlotButtons(board, {
    onPress: (plot) => controller.press(plot),
    onPoint: (plot, usesKeyboard) => controller.point(plot, usesKeyboard),
    onEscape: () => deselectTool(),
  })
  const view = createTownView(board.parentElement ?? board, sprites, prefersReducedMotion, plots.place)

  const controller = createTownController({
    view,
    sound,
    prefersReducedMotion,
    play,
    texts,
    save,
    onShown,
    onSelect(selected) {
      for (const tool of TOOLS) byId(`use-${tool}`).setAttribute('aria-pressed', String(tool === selected))
    },
  })

  function change(next: Play): void {
    saves.update((save) => ({ ...save, play: next }))
    refresh()
  }

  function save({ play: next, questDone }: Step): void {
    const isThanking = questDone !== null || thanksTimer !== undefined
    saves.update((save) => ({ ...save, play: next }))
    showStatus(next, texts())
    labelPlots()
    if (questDone) thank(questDone)
    else if (!isThanking) showQuest(next.quest, texts())
  }

  function thank(quest: Step['questDone'] & object): void {
    sound.play('quest')
    showThanks(quest, texts())
    clearTimeout(thanksTimer)
    thanksTimer = setTimeout(() => {
      thanksTimer = undefined
      showQuest(play().quest, texts())
    }, THANKS_MS)
  }

  function onShown({ evening }: Step): void {
    if (shell.hasCard()) return // closing that card checks for a full town, and the coins are saved already
    if (evening) {
      sound.play('evening')
      shell.openCard(() => showEvening(evening, play(), texts(), resume))
    } else if (isFull(play().town)) askForRoom()
  }

  /** Continues the game, unless the town is full. */
  function resume(): void {
    if (isFull(play().town)) askForRoom()
    else returnToTown()
  }

  function returnToTown(): void {
    shell.endCardPause()
    plots.focus()
  }

  function askForRoom(): void {
    const use = (tool: 'crew' | 'clear') => () => {
      returnToTown()
      controller.selectTool(tool)
    }
    const onNewTown = () => {
      change(startNewTown(play()))
      view.show(play().town)
      returnToTown()
    }
    const onShop = () => openShop(resume)
    shell.openCard(() =>
      showFull({ play: play(), onCrew: use('crew'), onClear: use('clear'), onShop, onNewTown }, texts()),
    )
  }

  function deselectTool(): void {
    controller.deselectTool()
    if (isFull(play().town)) askForRoom()
  }

  function formatLabel(plot: number): string {
    const { town, cart } = play()
    const level = town[plot] ?? 0
    const what = level === 0 ? texts().free : texts().levels[level]
    const place = texts().plot(what, getRow(plot) + 1, getColumn(plot) + 1)
    const built = put(town, plot, cart[0])?.merges.at(-1)
    return built ? `${place}; ${texts().willBuild(texts().levels[built.level])}` : place
  }

  function labelPlots(): void {
    for (const plot of PLOTS) plots.label(plot, formatLabel(plot))
  }

  function refresh(): void {
    showStatus(play(), texts())
    showQuest(play().quest, texts())
    labelPlots()
    controller.refresh()
  }

  function openShop(onClose: () => void): void {
    controller.deselectTool()
    shell.openShop(onClose)
  }

  function pause(): void {
    controller.deselectTool()
    const passNumber = confirmedPlayerId(hub).then((id) => id?.slice(-PASS_LENGTH).toUpperCase())
    shell.openCard(() =>
      showPauseCard(hub, texts(), {
        content: [passLine(passNumber, texts()), rules(texts())],
        canSignOut: true,
        onResume: resume,
        onReturn: resume,
      }),
    )
  }

  function welcome(): void {
    const start = () => {
      saves.update((save) => ({ ...save, isWelcomed: true }))
      resume()
      announce(texts().boardHelp)
    }
    shell.openCard(() => showWelcome(texts(), start))
  }

  return {
    open() {
      for (const tool of TOOLS) byId(`use-${tool}`).onclick = () => controller.selectTool(tool)
      byId('tool-hint').querySelector('button')?.addEventListener('click', deselectTool)
      byId('shop').onclick = () => openShop(resume)
      byId('pause').onclick = pause
      view.show(play().town)
      if (!saves.current().isWelcomed) welcome()
      else if (isFull(play().town)) askForRoom()
      else {
        hub.gameplayStart()
        plots.focus()
      }
    },
    focus: plots.focus,
    refresh,
    onPlayerChange: () => view.show(play().town),
    onPauseChange(reasons) {
      view.setPaused(isInterrupted(reasons))
    },
    inventory: () => texts().have(play().coins, play().crews),
  }
}

await startGame({
  saves: createSaveFormat(randomSeed()),
  items: ITEMS,
  texts: [en, ru],
  tones,
  loadSprites,
  create: createGame,
})
