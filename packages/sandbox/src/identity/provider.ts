import type { Place } from '../platform/context.ts'
import type { Operation } from './http.ts'
import { createKeyRing, type KeyRing } from './keys.ts'
import type { Persona } from './personas.ts'
import type { IdentityFault, Switches } from './switches.ts'

/** What a test may ask a provider to hand out without anybody signing in. */
export interface Wish {
  persona: Persona
  /** Whom it is for; by default the app that the hub is. */
  audience?: string
  scope?: string
  expired: boolean
  /** Seconds since 1970. */
  issuedAt?: number
  nonce: string | null
  badSignature: boolean
}

export interface Minted {
  idToken?: string
  accessToken?: string
  userData?: Record<string, string | number>
}

/** One identity provider of the outside world. Each lives in a folder of its own. */
export interface IdentityProvider {
  readonly name: string
  readonly prefix: string
  readonly operations: Operation[]
  /** The misbehaviour it knows. */
  readonly faults: readonly IdentityFault[]
  /** What this provider calls a person. */
  subjectOf(persona: Persona): string
  mint(wish: Wish): Minted
  /** @returns the `kid` of the new key; undefined when the provider signs nothing */
  rotate?(): string
}

/** What every provider stands on. */
export interface Ground {
  /** The provider's address, which is also its issuer; known once the port is open, so read it late. */
  readonly base: string
  readonly hubUrl: string
  readonly keys: KeyRing
  nowS(): number
  takes(fault: IdentityFault): boolean
}

export function openGround(
  place: Place,
  switches: Switches,
  { name, prefix }: { name: string; prefix: string },
): Ground {
  return {
    get base() {
      return place.url + prefix
    },
    hubUrl: place.hubUrl,
    keys: createKeyRing(),
    nowS: () => Math.floor(place.now() / 1000) + switches.skewS(name),
    takes: (fault) => switches.take(name, fault),
  }
}
