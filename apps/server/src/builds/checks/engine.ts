/** Files unique to one engine's export. */
const marks: [engine: string, path: RegExp][] = [
  [
    'unity',
    /(^|\/)Build\/[^/]+\.(loader\.js|framework\.js(\.br|\.gz|\.unityweb)?|unityweb|json)$|UnityLoader\.js$/,
  ],
  ['godot', /\.pck(\.br|\.gz)?$/],
  ['construct', /(^|\/)(c3runtime\.js|c2runtime\.js|scripts\/c3runtime\.js)$/],
  ['gdevelop', /(^|\/)(gd\.js|runtimegame\.js|runtimescene\.js)$/],
  ['playcanvas', /(^|\/)(playcanvas-stable\.min\.js|playcanvas\.min\.js|__start__\.js)$/],
  ['phaser', /(^|\/)phaser(\.min)?\.js$/],
]

/** Names the engine by the paths of its export; null when none is recognised. */
export function detectEngine(paths: readonly string[]): string | null {
  return marks.find(([, mark]) => paths.some((path) => mark.test(path)))?.[0] ?? null
}
