import { byId, labelTool } from '../../kit/hud/dom.ts'
import baker from '../assets/people/baker.svg'
import girl from '../assets/people/girl.svg'
import grandmother from '../assets/people/grandmother.svg'
import postman from '../assets/people/postman.svg'
import { DAY, deliveriesLeftToday, getDay, type Play, PRICES } from '../core/play.ts'
import type { Person, Quest } from '../core/quests.ts'
import { countFamilies } from '../core/town.ts'
import type { Texts } from '../texts/en.ts'
import { IMAGE_URLS } from '../view/sprites.ts'

export const FACES: Record<Person, string> = { baker, girl, grandmother, postman }

const THANKS_MS = 1800

interface QuestPanel {
  show(): void
  /** Thanks for a quest that is done, then shows the current one. */
  update(done: Quest | null): void
}

export function createQuestPanel(quest: () => Quest, texts: () => Texts): QuestPanel {
  let thanksTimer: ReturnType<typeof setTimeout> | undefined
  const show = () => showQuest(quest(), texts())

  function thank(done: Quest): void {
    showThanks(done, texts())
    clearTimeout(thanksTimer)
    thanksTimer = setTimeout(() => {
      thanksTimer = undefined
      show()
    }, THANKS_MS)
  }

  return {
    show,
    update(done) {
      if (done) thank(done)
      else if (thanksTimer === undefined) show()
    },
  }
}

function showThanks(quest: Quest, texts: Texts): void {
  part('.wish').textContent = `${texts.thanks}!`
  part('.state').textContent = texts.questState(quest.goal, quest.goal)
  part('.bar').style.setProperty('--done', '1')
  byId('quest').classList.add('is-done')
}

function showQuest(quest: Quest, texts: Texts): void {
  byId('quest').classList.remove('is-done')
  const face = part('.face') as HTMLImageElement
  const isNew = face.getAttribute('src') !== FACES[quest.from]
  face.src = FACES[quest.from]
  part('.who').textContent = texts.people[quest.from]
  part('.wish').textContent = texts.wish(quest.wish, quest.goal)
  part('.state').textContent = texts.questState(quest.have, quest.goal)
  part('.bar').style.setProperty('--done', String(quest.have / quest.goal))
  part('.reward b').textContent = String(quest.reward)
  part('.reward').classList.toggle('has-crew', quest.hasCrew)
  if (isNew) restartAnimation(byId('quest'), 'is-new')
}

const part = (selector: string) => byId('quest').querySelector(selector) as HTMLElement

/** Restarts a class's animation: reading `offsetWidth` forces a reflow. */
function restartAnimation(place: HTMLElement, className: string): void {
  place.classList.remove(className)
  void place.offsetWidth
  place.classList.add(className)
}

/** Updates everything around the island except the quest. */
export function showStatus(play: Play, texts: Texts): void {
  const [now, next] = play.cart
  const passed = DAY - deliveriesLeftToday(play)
  showFigure('coins', play.coins, texts.language)
  showFigure('families', countFamilies(play.town), texts.language)
  showPiece('now', IMAGE_URLS[now], texts.levels[now])
  showPiece('next', IMAGE_URLS[next], texts.levels[next])
  byId('day').textContent = texts.day(getDay(play))
  byId('until-evening').textContent = texts.untilEvening(deliveriesLeftToday(play))
  byId('day').parentElement?.style.setProperty('--day', `${(100 * passed) / DAY}%`)
  byId('sky').style.setProperty('--dusk', String(0.9 * (passed / DAY) ** 2))
  showTools(play, texts)
}

function showFigure(id: string, figure: number, language: string): void {
  const place = byId(id).querySelector('b') as HTMLElement
  const text = figure.toLocaleString(language)
  if (place.textContent === text) return
  const hasGrown = place.textContent !== ''
  place.textContent = text
  if (hasGrown) restartAnimation(byId(id), 'has-grown')
}

function showPiece(id: string, src: string, alt: string): void {
  const image = byId<HTMLImageElement>(id)
  image.alt = alt
  if (image.getAttribute('src') === src) return
  image.src = src
  restartAnimation(image, 'is-new')
}

function showTools({ coins, crews }: Play, texts: Texts): void {
  showTool('use-crane', String(PRICES.crane), texts.craneLabel(PRICES.crane), coins >= PRICES.crane)
  showTool('use-clear', String(PRICES.clear), texts.clearLabel(PRICES.clear), coins >= PRICES.clear)
  const crewBadge = crews > 0 ? `×${crews}` : String(PRICES.crew)
  showTool('use-crew', crewBadge, texts.crewLabel(crews, PRICES.crew), crews > 0 || coins >= PRICES.crew)
}

function showTool(id: string, badge: string, label: string, isAffordable: boolean): void {
  labelTool(id, badge, label).classList.toggle('is-dear', !isAffordable)
}

/** Shows how to use the selected tool, with a button that deselects it; null hides both. */
export function showToolHint(text: string | null): void {
  const instruction = byId('tool-hint')
  instruction.hidden = text === null
  const label = instruction.querySelector('span')
  if (label) label.textContent = text
}

export const coinsPlace = (): DOMRect => byId('coins').getBoundingClientRect()
