import {
  type Game,
  type GameBadge,
  type GameCard,
  type InitialConfig,
  limits,
  type ProjectConfig,
  type SeoData,
  type SingleGame,
} from '@playhub/contract'
import { DAY_MS } from '../platform/clock.ts'
import type { Content, Project } from './content.ts'

/** @param passwordMaxLength  A setting only where the operator has raised it. */
export function initialConfigView(
  { hub, projects }: Pick<Content, 'hub' | 'projects'>,
  { passwordMaxLength }: { passwordMaxLength: number },
): InitialConfig {
  const raised = passwordMaxLength > limits.passwordMax && { passwordMaxLength }
  return {
    projects: projects.map(projectView),
    settings: Object.entries({ failedAttemptLimit: 5, ...hub.settings, ...raised }).map(([id, value]) => ({
      id,
      value,
    })),
    supportEmail: hub.operator.supportEmail,
  }
}

function projectView(project: Project): ProjectConfig {
  const { id, name, authType, authMethods, paymentsMethods, origins, host, outOfCatalog, game } = project
  return {
    id,
    name,
    authType,
    authMethods,
    paymentsMethods,
    origins,
    host,
    mainData: { outOfCatalog, isActive: game.isActive },
  }
}

/** @param now  Decides which badge the game has. */
export function gameView(project: Project, now: number): Game {
  const { id, name, logo, outOfCatalog, game } = project
  const screenshots = game.screenshots.map((one) => (typeof one === 'string' ? { image: one } : one))
  const alts = screenshots.map(({ alt = {} }) => alt)
  return {
    project: id,
    mainData: { projectName: id, outOfCatalog },
    web_page: {
      cardBackgroundColor: game.cardBackgroundColor,
      footerBackgroundColor: game.footerBackgroundColor,
      cardLogoImage: logo,
      gameImage: game.cardImage,
      heroImage: game.heroImage,
      heroImageSmall: game.heroImageSmall,
      projectBackgroundFile: game.background,
      screenshots: screenshots.map(({ image }) => image),
      inDevelop: game.inDevelop,
      isActive: game.isActive,
      // Only an unlisted game's own page loads its frame; it asks for the age first.
      iframeUrl: outOfCatalog ? '' : game.frameUrl,
      framePermissions: game.framePermissions,
      orientation: game.orientation,
    },
    localization: {
      name,
      cardDescription: game.cardDescription,
      fullDescription: game.fullDescription,
      howToPlay: game.howToPlay,
      ...(game.heroImageAlt && { heroImageAlt: game.heroImageAlt }),
      ...(alts.some((alt) => Object.keys(alt).length > 0) && { screenshotAlts: alts }),
    },
    facts: factsView(project, now),
    social: { items: game.social.map(({ name, icon, link }) => ({ name, fileName: icon, link })) },
    seoData: seoView(game),
  }
}

function factsView(project: Project, now: number): Game['facts'] {
  const { game } = project
  const { genres, session, controls, languages, addedOn = null, updatedOn = null } = game
  return {
    genres,
    session: session ? { fromMinutes: session.from, toMinutes: session.to } : null,
    controls,
    languages,
    age: getAge(project),
    addedOn,
    updatedOn,
    badge: getBadge(game, now),
  }
}

/** The rating; a game outside the catalogue is for adults. */
export function getAge({ outOfCatalog, game: { age } }: Project): number | null {
  return outOfCatalog ? Math.max(18, age ?? 0) : (age ?? null)
}

const newDays = 30
const updatedDays = 14

/** A game in development is announced and has no badge. */
export function getBadge(
  { inDevelop, addedOn, updatedOn }: Pick<Project['game'], 'inDevelop' | 'addedOn' | 'updatedOn'>,
  now: number,
): GameBadge | null {
  if (inDevelop) return null
  if (isWithin(addedOn, newDays, now)) return 'new'
  return isWithin(updatedOn, updatedDays, now) ? 'updated' : null
}

/** Days are in UTC, and a day in the future has not come. */
function isWithin(day: string | undefined, days: number, now: number): boolean {
  const age = now - Date.parse(day ?? '')
  return age >= 0 && age < days * DAY_MS
}

function seoView({ seo }: Project['game']): SeoData {
  return { ...seo, ogImage: seo.ogImage ?? '/main_images/share.png' }
}

export function cardView(project: Project, now: number): GameCard {
  const { web_page, localization, facts } = gameView(project, now)
  const { projectBackgroundFile, screenshots, iframeUrl, framePermissions, orientation, ...page } = web_page
  const { name, cardDescription, heroImageAlt } = localization
  const { genres, session, controls, age, badge } = facts
  return {
    project: project.id,
    web_page: page,
    localization: { name, cardDescription, ...(heroImageAlt && { heroImageAlt }) },
    facts: { genres, session, controls, age, badge },
  }
}

export function singleGameView({ game }: Project): SingleGame {
  const { backgroundFiles = [], popupFiles = [], verificationButtonFiles = [] } = game.single ?? {}
  return {
    settings: { iframeSrc: game.frameUrl, backgroundFiles, popupFiles, verificationButtonFiles },
    seoData: seoView(game),
  }
}

/** Active games in the catalogue, including those in development. */
export function listedGames({ projects }: Content): Project[] {
  return projects.filter((project) => project.game.isActive && !project.outOfCatalog)
}
