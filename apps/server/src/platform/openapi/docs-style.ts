/** The look of the API's page: the hub's ink and amber, with the fonts the reader has. */
export const apiDocsStyle = `
:root { color-scheme: dark light; --ink: #14131c; --panel: #1d1c28; --line: #35334a; --text: #f1eff7; --quiet: #b4b0c6; --go: #ffb45c; --cool: #8fd3e8; }
@media (prefers-color-scheme: light) {
  :root { --ink: #faf8f5; --panel: #fff; --line: #ddd7e4; --text: #221f30; --quiet: #5b566e; --go: #94500a; --cool: #0b6480; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 16px; }
body { margin: 0; background: var(--ink); color: var(--text); font: 16px/1.55 Onest, system-ui, sans-serif; }
a { color: var(--cool); text-underline-offset: 3px; }
a:focus-visible, summary:focus-visible, [tabindex]:focus-visible { outline: 2px solid var(--go); outline-offset: 2px; border-radius: 4px; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 16px; top: 16px; padding: 8px 12px; background: var(--panel); }
header, .columns { max-width: 1200px; margin: 0 auto; padding: 0 20px; }
header { padding-block: 40px 24px; }
h1 { margin: 0 0 8px; font: 800 34px/1.2 Unbounded, system-ui, sans-serif; letter-spacing: -0.02em; }
header p { max-width: 65ch; margin: 4px 0; color: var(--quiet); }
h2 { margin: 0; font-size: 24px; line-height: 1.3; }
h3 { display: flex; flex-wrap: wrap; gap: 4px 10px; align-items: center; margin: 0 0 4px; font-size: 18px; overflow-wrap: anywhere; }
h4, caption { margin: 16px 0 6px; padding: 0; font-size: 13px; font-weight: 600; text-align: left; color: var(--quiet); }
p { margin: 4px 0 12px; }
code, pre, .method { font-family: ui-monospace, SFMono-Regular, Consolas, monospace; font-size: 0.9em; }
.method { color: var(--go); font-weight: 700; }
.mark { padding: 2px 10px; border: 1px solid var(--line); border-radius: 99px; font-size: 13px; font-weight: 500; color: var(--cool); }
nav h2 { margin-top: 16px; font-size: 15px; }
nav h2 a { color: var(--text); text-decoration: none; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav li a { display: block; padding: 4px 0; font-size: 13px; color: var(--quiet); text-decoration: none; overflow-wrap: anywhere; }
nav a:hover { color: var(--go); text-decoration: underline; }
section { margin-bottom: 48px; }
section > p { color: var(--quiet); }
article { margin: 16px 0; padding: 20px; background: var(--panel); border: 1px solid var(--line); border-radius: 16px; }
article:target { border-color: var(--go); }
pre, .wide { margin: 0; overflow-x: auto; }
pre { padding: 12px 16px; background: var(--ink); border: 1px solid var(--line); border-radius: 12px; line-height: 1.6; }
pre i { color: var(--quiet); font-style: normal; }
table { width: 100%; border-collapse: collapse; font-size: 15px; }
th, td { padding: 6px 16px 6px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: 400; }
thead th { font-size: 13px; color: var(--quiet); }
details { margin-top: 16px; }
summary { width: fit-content; padding: 10px 12px 10px 0; cursor: pointer; color: var(--quiet); }
dl { margin: 0; }
dl div { display: flex; gap: 16px; padding: 6px 0; border-top: 1px solid var(--line); }
dt { flex: none; width: 3em; font-weight: 600; }
dd { margin: 0; overflow-wrap: anywhere; }
dd code { margin-right: 10px; }
@media (min-width: 1024px) {
  .columns { display: grid; grid-template-columns: 300px minmax(0, 1fr); gap: 48px; }
  nav { position: sticky; top: 0; max-height: 100vh; padding-block: 8px 32px; overflow-y: auto; }
}
@media print { nav, .skip { display: none; } article { break-inside: avoid; } }
`
