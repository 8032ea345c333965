import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

/** The files of a page, by path. */
export type PageFiles = ReadonlyMap<string, { type: string; text: string }>

/** A page of this package: where its sources are, and what it is called. */
export interface PageSource {
  title: string
  /** The name of its script in `dist`. */
  script: string
  /** The module that its script is bundled from, relative to `src`. */
  module: string
  /** Style sheets, relative to `src`. */
  styles: readonly string[]
}

const SHARED = ['base', 'layout', 'controls', 'forms'].map((name) => `page/styles/${name}.css`)

export const INSPECTOR: PageSource = {
  title: 'Sweatpants inspector',
  script: 'page',
  module: 'page/main.tsx',
  styles: [...SHARED, ...['runs', 'replay', 'previews'].map((name) => `page/styles/${name}.css`)],
}

export const CONTROL_ROOM: PageSource = {
  title: 'Sweatpants control room',
  script: 'control',
  module: 'control-page/main.tsx',
  styles: [...SHARED, 'control-page/control.css'],
}

/** Reads a page. From the sources, bundles its script first. */
export async function readPage(source: PageSource): Promise<PageFiles> {
  const [script, styles] = await Promise.all([readScript(source), readStyles(source)])
  return new Map([
    ['/', { type: 'text/html; charset=utf-8', text: toHtml(source) }],
    [`/${source.script}.js`, { type: 'text/javascript; charset=utf-8', text: script }],
    [`/${source.script}.css`, { type: 'text/css; charset=utf-8', text: styles }],
  ])
}

async function readStyles({ styles }: PageSource): Promise<string> {
  // Relative to `src` and to `dist` alike.
  const files = styles.map((path) => new URL(`../src/${path}`, import.meta.url))
  return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n')
}

async function readScript({ script, module }: PageSource): Promise<string> {
  // Only `dist` has a script.
  const built = new URL(`./${script}.js`, import.meta.url)
  if (existsSync(built)) return readFile(built, 'utf8')
  // A computed address, which no bundler follows: the published package does not depend on a bundler.
  const { bundlePage } = await import(new URL('./page-bundle.ts', import.meta.url).href)
  return bundlePage(module)
}

const toHtml = ({ title, script }: PageSource): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/${script}.css">
<script type="module" src="/${script}.js"></script>
</head>
<body><div id="page"></div></body>
</html>
`
