export { type Catalogue, openCatalogue } from './catalogue.ts'
export type { Content, HubFile, Item, Project, Words } from './content.ts'
export { registerCatalogueRoutes } from './routes.ts'
export { gameView, initialConfigView, listedGames, pricesOf, singleGameView } from './views.ts'
