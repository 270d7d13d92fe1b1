/**
 * Which way the arrows point: contract ← platform ← capability ← app, context ← main on the server; contract ← lib, ui ←
 * capability ← app on the web. Reads every import of the project's own files, and finds loops.
 */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

type Rule = { says: string; from: RegExp; mayNot: RegExp; except?: (from: string, to: string) => boolean }

const capability = '(?:accounts|sessions|catalogue|payments|play|server-api|support|site)'
const serverCapability = new RegExp(`^apps/server/src/${capability}/`)
const isTest = (file: string) => /\.test\.tsx?$|\/testing\/|browser-stage/.test(file)
const sameFolder = (from: string, to: string) => to.startsWith(`${from.split('/').slice(0, 4).join('/')}/`)

export const rules: Rule[] = [
  { says: 'the contract stands alone', from: /^packages\/contract\//, mayNot: /^(?!packages\/contract\/)/ },
  {
    says: 'the sandbox imports nothing of ours',
    from: /^packages\/sandbox\//,
    mayNot: /^(?!packages\/sandbox\/)/,
  },
  {
    says: 'the platform knows no capability',
    from: /^apps\/server\/src\/platform\//,
    mayNot: /^apps\/server\/src\/(?!platform\/)/,
    except: isTest,
  },
  {
    says: 'capabilities meet at index.ts',
    from: serverCapability,
    mayNot: new RegExp(`^apps/server/src/${capability}/.*(?<!/index\\.ts)$`),
    except: (from, to) => sameFolder(from, to) || isTest(from),
  },
  {
    says: 'a capability does not know the app',
    from: serverCapability,
    mayNot: /^apps\/server\/src\/(app|context|main|hub|demo|testing\/)/,
    except: isTest,
  },
  {
    says: 'server and web meet only in the contract',
    from: /^apps\/server\/src\//,
    mayNot: /^(apps\/web|games|packages\/(sandbox|game-sdk))\//,
    except: isTest,
  },
  {
    says: 'the web knows no server',
    from: /^apps\/web\/src\//,
    mayNot: /^(apps\/server|packages\/sandbox)\//,
  },
  {
    says: "the web's lib and ui know no capability",
    from: /^apps\/web\/src\/(lib|ui)\//,
    mayNot: /^apps\/web\/src\/(accounts|catalogue|payments|play|support|documents|app)\//,
    except: isTest,
  },
  {
    says: 'games know the SDK alone',
    from: /^games\//,
    mayNot: /^(apps|packages\/(?!game-sdk))/,
    except: isTest,
  },
  {
    says: 'games share the kit and nothing else',
    from: /^games\/[^/]+\//,
    mayNot: /^games\/(?!kit\/)/,
    except: (from, to) => isTest(from) || to.startsWith(from.split('/', 2).join('/')),
  },
]

const packages: Record<string, string> = {
  '@playhub/contract': 'packages/contract/src',
  '@playhub/game-sdk': 'packages/game-sdk/src',
  '@playhub/sandbox': 'packages/sandbox/src',
}

/** What a file imports of the project's own, as paths from the root. `import type` counts: it is an arrow too. */
export function importsOf(file: string, text: string): string[] {
  const specifiers = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].map(
    (match) => match[1] as string,
  )
  return specifiers.flatMap((specifier) => {
    if (specifier.startsWith('.')) return [normalize(join(dirname(file), specifier))]
    const name = Object.keys(packages).find((one) => specifier === one || specifier.startsWith(`${one}/`))
    if (!name) return []
    const inside = specifier === name ? 'index' : specifier.slice(name.length + 1)
    return [`${packages[name]}/${inside}.ts`]
  })
}

/** Value imports only: a loop of types alone is no loop when the code runs. */
function withoutTypes(text: string): string {
  return text.replace(/^(?:import|export) type [^;]*? from '[^']+'$/gms, '').replace(/^import type .*$/gm, '')
}

function findLoops(graph: Map<string, string[]>): string[] {
  const done = new Set<string>()
  const loops: string[] = []
  const visit = (file: string, trail: string[]) => {
    if (done.has(file)) return
    const start = trail.indexOf(file)
    if (start >= 0) {
      loops.push([...trail.slice(start), file].join(' → '))
      return
    }
    for (const next of graph.get(file) ?? []) visit(next, [...trail, file])
    done.add(file)
  }
  for (const file of graph.keys()) visit(file, [])
  return loops
}

export function findViolations(files: Map<string, string>): string[] {
  const arrows = [...files].map(([file, text]) => [file, importsOf(file, text)] as const)
  const wrong = arrows.flatMap(([from, targets]) =>
    targets.flatMap((to) =>
      rules
        .filter((rule) => rule.from.test(from) && rule.mayNot.test(to) && !rule.except?.(from, to))
        .map((rule) => `${from} imports ${to}: ${rule.says}`),
    ),
  )
  const graph = new Map([...files].map(([file, text]) => [file, importsOf(file, withoutTypes(text))]))
  return [...wrong, ...findLoops(graph).map((loop) => `A loop: ${loop}`)]
}

if (import.meta.main) {
  const names = globSync(['apps/*/src/**/*.{ts,tsx}', 'packages/*/src/**/*.ts', 'games/**/*.ts'], {
    exclude: (path) => /node_modules|dist/.test(String(path)),
  })
  const violations = findViolations(new Map(names.map((name) => [name, readFileSync(name, 'utf8')])))
  for (const violation of violations) console.error(violation)
  if (violations.length > 0) process.exit(1)
  console.log(`Boundaries hold in ${names.length} files`)
}
