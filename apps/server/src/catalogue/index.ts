export { getBrand, isStockPicture, readPicture } from './brand.ts'
export type { Catalogue } from './catalogue.ts'
export type {
  AchievementRules,
  Board,
  Content,
  HubFile,
  Item,
  LocalizedText,
  PageKind,
  Project,
} from './content.ts'
export { createLibrary, type Library } from './library/library.ts'
export { exportLibrary, findLastVisit } from './library/library-store.ts'
export { contentMetrics } from './metrics.ts'
export { createFacts } from './offers/audience-facts.ts'
export { type LimitPeriod, namesItem, type Offer } from './offers/offer-fields.ts'
export { type Facts, isAudience, isRunning, listWinners, type Quote, sumParts } from './offers/quote.ts'
export { openContent } from './open-content.ts'
export { readDraftedSite } from './operator/drafted-site.ts'
export { findDraftPicture } from './operator/pictures/draft-pictures.ts'
export { listPlaceholders, placeholderPrefix } from './placeholders/complete-project.ts'
export { readPlaceholder } from './placeholders/read-placeholder.ts'
export {
  findLowestBefore,
  listPrices,
  listProjectPrices,
  nextPriceChange,
  quoteItem,
} from './prices/list-prices.ts'
export { followPriceHistory } from './prices/price-history.ts'
export { followPriceChanges } from './prices/record-price-changes.ts'
export { readDocument, unfinishedDetails } from './publisher.ts'
export { ContentProblem, readContent } from './read-content.ts'
export { findCachedData, registerCatalogueRoutes } from './routes.ts'
export { findGames, listCatalogueGenres } from './search/find-games.ts'
export { type ShareParts, selectShareParts } from './share-parts.ts'
export { missingPictures, stockContent } from './stock-pictures.ts'
export { createContentSource } from './versions/content-source.ts'
export { deleteUnusedFiles } from './versions/version-store.ts'
export { gameView, getAge, initialConfigView, listedGames, singleGameView } from './views.ts'
