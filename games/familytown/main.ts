import { byId } from '../kit/hud/dom.ts'
import { randomSeed } from '../kit/rng.ts'
import { createGameScores, type GameScores } from '../kit/scores.ts'
import { type Game, isInterrupted, type Shell } from '../kit/shell.ts'
import { startGame } from '../kit/start.ts'
import type { Play, Step } from './core/play.ts'
import { TOOLS } from './core/tools.ts'
import { getColumn, getRow, put } from './core/town.ts'
import { createQuestPanel, showStatus } from './hud/status.ts'
import { ITEMS } from './items.ts'
import { en, type Messages } from './messages/en.ts'
import { ru } from './messages/ru.ts'
import { createPlotButtons } from './plot-buttons.ts'
import { createSaveFormat, type Save } from './save.ts'
import { tones } from './sound.ts'
import { createTownCards } from './town-cards.ts'
import { createTownController } from './town-controller.ts'
import { loadSprites, type Sprites } from './view/sprites.ts'
import { createTownView } from './view/town-view.ts'

const VILLA = 5

/** Connects the town, the cards and the tools to the shell. */
function createGame(
  shell: Shell<Save, Messages, keyof typeof tones>,
  sprites: Sprites,
  prefersReducedMotion: () => boolean,
): Game<Save> {
  const { hub, saves, sound, messages } = shell
  const scores = createGameScores(hub)
  const board = byId('board')
  const play = () => saves.current().play
  const quest = createQuestPanel(() => play().quest, messages)
  const plots = createPlotButtons(board, {
    onPress: (plot) => controller.press(plot),
    onPoint: (plot, usesKeyboard) => controller.point(plot, usesKeyboard),
    onEscape: deselectTool,
  })
  const view = createTownView(board.parentElement ?? board, sprites, prefersReducedMotion, plots.place)
  const controller = createTownController({
    view,
    sound,
    prefersReducedMotion,
    play,
    messages,
    save,
    onShown: (step) => cards.showEnd(step),
    onSelect(selected) {
      for (const tool of TOOLS) byId(`use-${tool}`).setAttribute('aria-pressed', String(tool === selected))
    },
  })
  const cards = createTownCards(shell, { controller, view, onNewTown: refresh })

  function save(step: Step): void {
    const { play: next, questDone } = step
    reportStep(scores, step)
    saves.update((save) => ({ ...save, play: next }))
    showTown()
    if (questDone) sound.play('quest')
    quest.update(questDone)
  }

  function showTown(): void {
    showStatus(play(), messages())
    plots.label((plot) => describePlot(play(), plot, messages()))
  }

  function refresh(): void {
    showTown()
    quest.show()
    controller.refresh()
  }

  function deselectTool(): void {
    controller.deselectTool()
    cards.askForRoom()
  }

  return {
    open() {
      for (const tool of TOOLS) byId(`use-${tool}`).onclick = () => controller.selectTool(tool)
      byId('tool-hint').querySelector('button')?.addEventListener('click', deselectTool)
      byId('shop').onclick = cards.openShop
      byId('pause').onclick = cards.pause
      view.show(play().town)
      if (!saves.current().isWelcomed) cards.welcome()
      else if (!cards.askForRoom()) {
        hub.gameplayStart()
        plots.focus()
      }
    },
    focus: plots.focus,
    refresh,
    onPlayerChange: () => view.show(play().town),
    onPauseChange: (reasons) => view.setPaused(isInterrupted(reasons)),
    inventory: () => messages().have(play().coins, play().crews),
  }
}

function reportStep(scores: GameScores, { play, turn, questDone, evening }: Step): void {
  if (evening) scores.submit('families', play.record)
  if (questDone) scores.progress('good-neighbour', play.questsDone)
  if (turn.merges.some(({ level }) => level === VILLA)) scores.unlock('first-villa')
}

/** Accessible name for a plot: what is on it, and what a press builds. */
function describePlot({ town, cart }: Play, plot: number, messages: Messages): string {
  const level = town[plot] ?? 0
  const what = level === 0 ? messages.free : messages.levels[level]
  const place = messages.plot(what, getRow(plot) + 1, getColumn(plot) + 1)
  const built = put(town, plot, cart[0])?.merges.at(-1)
  return built ? `${place}; ${messages.willBuild(messages.levels[built.level])}` : place
}

await startGame({
  saves: createSaveFormat(randomSeed()),
  items: ITEMS,
  messages: [en, ru],
  tones,
  loadSprites,
  create: createGame,
})
