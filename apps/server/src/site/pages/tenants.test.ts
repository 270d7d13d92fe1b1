import { expect, test } from 'vitest'
import { getTenant } from './tenants.ts'

const tenants = ['islandm3', 'familytown']

test.each([
  ['localhost:3000', 'playhub'],
  ['127.0.0.1:3000', 'playhub'],
  ['www.islandm3.com', 'islandm3'],
  ['www.playhub.com', 'playhub'],
  ['www.unknown.com', 'playhub'],
  ['WWW.FamilyTown.com:8443', 'familytown'],
  ['familytown.com', 'familytown'],
  ['', 'playhub'],
])('%s is the tenant %s', (host, tenant) => {
  expect(getTenant(host, tenants)).toBe(tenant)
})
