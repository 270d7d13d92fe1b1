import { expect, test } from 'vitest'
import {
  build,
  clearPlot,
  crane,
  DAY,
  deliveriesLeftToday,
  newPlay,
  type Play,
  PRICES,
  sendCrew,
  startNewTown,
} from './play.ts'
import { isFull, PLOTS } from './town.ts'

/** Plays greedily: always places the piece where it earns most. */
function playOn(play: Play, steps: number): { play: Play; quests: number; evenings: number } {
  let [now, quests, evenings] = [play, 0, 0]
  for (let index = 0; index < steps; index++) {
    if (isFull(now.town)) now = startNewTown(now)
    const options = PLOTS.flatMap((plot) => build(now, plot) ?? [])
    const best = options.reduce((a, b) => (b.play.coins > a.play.coins ? b : a))
    now = best.play
    quests += best.questDone ? 1 : 0
    evenings += best.evening ? 1 : 0
  }
  return { play: now, quests, evenings }
}

test('the same seed and actions give the same game, also after saving and loading', () => {
  const half = playOn(newPlay(7), 20).play
  const stored = JSON.parse(JSON.stringify(half)) as Play
  expect(playOn(stored, 20).play).toEqual(playOn(newPlay(7), 40).play)
})

test.each([1, 2, 3, 4, 5])('a day of game %i completes a quest and ends with a tax', (seed) => {
  const day = playOn(newPlay(seed), DAY)
  expect(day.evenings).toBe(1)
  expect(day.quests).toBeGreaterThanOrEqual(1)
  expect(deliveriesLeftToday(day.play)).toBe(DAY)
})

test('a completed quest is paid, and the next one comes from another person', () => {
  const play: Play = { ...newPlay(1), town: [1, 1, 0, ...PLOTS.slice(3).map(() => 0 as const)] }
  const step = build(play, 2)
  expect(step?.questDone?.wish).toEqual({ kind: 'build', level: 2 })
  expect(step?.play.coins).toBe(play.coins + 4 + play.quest.reward)
  expect(step?.play.quest.from).not.toBe(play.quest.from)
})

test('tools cost their price and do nothing without enough coins', () => {
  const play: Play = { ...newPlay(1), coins: 100, crews: 1 }
  const [taken = 0, other = 0] = PLOTS.filter((plot) => play.town[plot] !== 0)
  const free = play.town.indexOf(0)
  expect(crane(play, taken, free)?.play.coins).toBe(100 - PRICES.crane)
  expect(clearPlot(play, taken)?.play.coins).toBe(100 - PRICES.clear)
  expect(sendCrew(play, taken)?.play).toMatchObject({ crews: 0, coins: 100 })
  const poor = { ...play, coins: 0, crews: 0 }
  expect([crane(poor, taken, free), clearPlot(poor, other), sendCrew(poor, taken)]).toEqual([
    null,
    null,
    null,
  ])
})

test('a new town keeps coins, crews, the quest and the record', () => {
  const { play } = playOn(newPlay(3), 40)
  const { coins, crews, quest, record, deliveries } = play
  expect(startNewTown(play)).toMatchObject({ coins, crews, quest, record, deliveries, towns: 2 })
})
