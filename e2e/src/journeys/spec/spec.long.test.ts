/** Specification sections 2 to 9, in order. `docs/spec-coverage.md` lists a test for each line. */
import { describe } from 'vitest'
import { walkCalls } from './calls.ts'
import { walkEntities } from './entities.ts'
import { walkErrors } from './errors.ts'
import { walkLimits } from './limits.ts'
import { walkRoles } from './roles.ts'
import { walkRoutes } from './routes.ts'
import { walkScreens } from './screens.ts'
import { languages } from './spec-test.ts'
import { walkStates } from './states.ts'
import { walkValidation } from './validation.ts'

describe.each(languages)('in %s', (language) => {
  describe('§2, routes', () => walkRoutes(language))
  describe('§2, screens', () => walkScreens(language))
  describe('§3, entities', () => walkEntities(language))
  describe('§4, states', () => walkStates(language))
  describe('§5, validation', () => walkValidation(language))
  describe('§6, roles', () => walkRoles(language))
  describe('§7, calls', () => walkCalls(language))
  describe('§8, errors', () => walkErrors(language))
  describe('§9, limits', () => walkLimits(language))
})
