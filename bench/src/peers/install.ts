import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

/**
 * Installs a comparison program below `.cache`, which git ignores, without install scripts. @returns  its folder,
 * with a slash at the end
 */
export function install(name: string, packages: Record<string, string>): string {
  const folder = resolve('.cache/peers', name)
  const manifestFile = `${folder}/package.json`
  const manifest = JSON.stringify({ private: true, dependencies: packages })
  const isInstalled = existsSync(manifestFile) && readFileSync(manifestFile, 'utf8') === manifest
  if (!isInstalled) {
    const options = ['--ignore-scripts', '--no-audit', '--no-fund']
    const versions = Object.entries(packages).map(([name, version]) => `${name}@${version}`)
    mkdirSync(folder, { recursive: true })
    execFileSync('npm', ['install', '--prefix', folder, ...options, ...versions], { stdio: 'inherit' })
    writeFileSync(manifestFile, manifest)
  }
  return `${folder}/`
}
