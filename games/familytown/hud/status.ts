import { byId } from '../../kit/hud/dom.ts'
import baker from '../assets/people/baker.svg'
import girl from '../assets/people/girl.svg'
import grandmother from '../assets/people/grandmother.svg'
import postman from '../assets/people/postman.svg'
import { DAY, dayOf, leftToday, type Play } from '../core/play.ts'
import type { Person, Quest } from '../core/quests.ts'
import { familiesOf } from '../core/town.ts'
import type { Texts } from '../texts/index.ts'
import { PICTURES } from '../view/sprites.ts'

export const FACES: Record<Person, string> = { baker, girl, grandmother, postman }

const part = (selector: string) => byId('quest').querySelector(selector) as HTMLElement

function showFigure(id: string, figure: number, language: string): void {
  const place = byId(id).querySelector('b') as HTMLElement
  const text = figure.toLocaleString(language)
  if (place.textContent === text) return
  const hasGrown = place.textContent !== ''
  place.textContent = text
  if (hasGrown) again(byId(id), 'has-grown')
}

/** Lets an animation of that class run once more. */
function again(place: HTMLElement, className: string): void {
  place.classList.remove(className)
  void place.offsetWidth
  place.classList.add(className)
}

function showLoad(id: string, src: string, alt: string): void {
  const image = byId<HTMLImageElement>(id)
  image.alt = alt
  if (image.getAttribute('src') === src) return
  image.src = src
  again(image, 'is-new')
}

export function showQuest(quest: Quest, texts: Texts): void {
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
  if (isNew) again(byId('quest'), 'is-new')
}

/** The townsperson is happy; the next one waits behind. */
export function showThanks(quest: Quest, texts: Texts): void {
  part('.wish').textContent = `${texts.thanks}!`
  part('.state').textContent = texts.questState(quest.goal, quest.goal)
  part('.bar').style.setProperty('--done', '1')
  byId('quest').classList.add('is-done')
}

/** Writes the town's figures around the island. */
export function showStatus(play: Play, texts: Texts): void {
  const [now, next] = play.cart
  const passed = DAY - leftToday(play)
  showFigure('coins', play.coins, texts.language)
  showFigure('families', familiesOf(play.town), texts.language)
  showLoad('now', PICTURES[now], texts.levels[now])
  showLoad('next', PICTURES[next], texts.levels[next])
  byId('day').textContent = texts.day(dayOf(play))
  byId('till').textContent = texts.untilEvening(leftToday(play))
  byId('day').parentElement?.style.setProperty('--day', `${(100 * passed) / DAY}%`)
  byId('sky').style.setProperty('--dusk', String(0.9 * (passed / DAY) ** 2))
}

export const coinsPlace = (): DOMRect => byId('coins').getBoundingClientRect()
