import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

/** The files of the page, by path. */
export type PageFiles = ReadonlyMap<string, { type: string; text: string }>

// Relative to `src` and to `dist` alike. Only `dist` has a script.
const SCRIPT = new URL('./page.js', import.meta.url)
const STYLES = ['base', 'layout', 'controls', 'forms', 'runs', 'replay'].map(
  (name) => new URL(`../src/page/styles/${name}.css`, import.meta.url),
)

/** Reads the page. From the sources, bundles its script first. */
export async function readPage(): Promise<PageFiles> {
  const [script, styles] = await Promise.all([readScript(), readStyles()])
  return new Map([
    ['/', { type: 'text/html; charset=utf-8', text: HTML }],
    ['/page.js', { type: 'text/javascript; charset=utf-8', text: script }],
    ['/page.css', { type: 'text/css; charset=utf-8', text: styles }],
  ])
}

async function readStyles(): Promise<string> {
  return (await Promise.all(STYLES.map((file) => readFile(file, 'utf8')))).join('\n')
}

async function readScript(): Promise<string> {
  if (existsSync(SCRIPT)) return readFile(SCRIPT, 'utf8')
  // A computed address, which no bundler follows: the published package does not depend on a bundler.
  const { bundlePage } = await import(new URL('./page-bundle.ts', import.meta.url).href)
  return bundlePage()
}

const HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sweatpants inspector</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/page.css">
<script type="module" src="/page.js"></script>
</head>
<body><div id="page"></div></body>
</html>
`
