import { startEnvironment } from '../../../environment/environment.ts'
import { testRoles } from './role-journeys.ts'

testRoles({ language: 'en', start: () => startEnvironment() })
