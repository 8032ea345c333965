import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** What the page is made of, by path. */
export type PageFiles = ReadonlyMap<string, { type: string; text: string }>

// Both are where these say from the sources and from what is built of them: each is two folders below the package.
const SCRIPT = new URL('../dev-page/page.js', import.meta.url)
const STYLES = ['base', 'layout', 'controls', 'forms', 'runs', 'replay'].map(
  (name) => new URL(`../../src/dev-page/styles/${name}.css`, import.meta.url),
)

/** Reads the page; from the sources its script is bundled first, as the build of the package does. */
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
  // By an address that no bundler follows: a published package has no bundler, and needs none.
  const { bundlePage } = await import(new URL('./bundle-page.ts', import.meta.url).href)
  return bundlePage(fileURLToPath(new URL('../dev-page/main.tsx', import.meta.url)))
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
