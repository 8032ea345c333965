import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** The site as VitePress reads it. */
export interface Site {
  /** The text of each page, by its path in the site. */
  pages: ReadonlyMap<string, string>
  /** Files that are served as they are: their path in the repository, by their path in the site. */
  files: ReadonlyMap<string, string>
  sidebar: readonly SidebarGroup[]
}

export interface SidebarGroup {
  text: string
  items: readonly { text: string; link: string }[]
}

export interface SiteOptions {
  /** Where files of the repository can be read, such as `https://host/owner/name/blob/main/`. Without it, links to them are plain text. */
  repository?: string | undefined
}

/** Where each document of the repository is in the site. */
function placePages(): Map<string, string> {
  const places = new Map<string, string>()
  for (const path of globSync('docs/**/*.md', { cwd: root })) places.set(path, relative('docs', path))
  places.set('docs/README.md', 'guides/index.md')
  places.set('docs/api/README.md', 'api/index.md')
  places.set('docs/errors.md', 'errors/index.md')
  for (const path of globSync('packages/*/README.md', { cwd: root })) places.set(path, `${dirname(path)}/index.md`)
  for (const path of globSync('packages/*/CHANGELOG.md', { cwd: root }))
    places.set(path, `${dirname(path)}/changelog.md`)
  for (const path of globSync('bench/*.md', { cwd: root })) places.set(path, path.toLowerCase())
  for (const name of ['ARCHITECTURE', 'CONTRIBUTING', 'SECURITY']) places.set(`${name}.md`, `${name.toLowerCase()}.md`)
  places.set('examples/README.md', 'examples.md')
  places.set('README.md', 'index.md')
  places.set('site/playground.md', 'playground.md')
  return places
}

const FOR_AGENTS = ['llms.txt', 'llms-full.txt', 'SKILL.md']

/** Returns every page and file of the site. Throws if a link of a document leads to a file that does not exist. */
export function createSite({ repository }: SiteOptions = {}): Site {
  const places = placePages()
  // The links of llms.txt begin at the root of the repository, and lead to Markdown.
  const files = new Map([...FOR_AGENTS, ...places.keys()].map((path) => [path, path]))
  const pages = new Map<string, string>()
  for (const [source, page] of places) {
    const text = source === 'README.md' ? toHome(read(source)) : withoutNotes(read(source))
    pages.set(
      page,
      text.replace(FENCE_OR_LINK, (...found) => rewrite(found, { source, page, places, files, repository })),
    )
  }
  for (const { name, why, remedy, group } of readErrors(pages.get('errors/index.md')!)) {
    pages.set(`errors/${name}.md`, toErrorPage(name, why, remedy, group))
  }
  pages.set('decisions/index.md', listDecisions(pages))
  pages.set('errors/index.md', linkErrors(pages.get('errors/index.md')!))
  return { pages, files, sidebar: createSidebar(pages) }
}

/** A block or span of code, which stays as it is, or a link or image: its text and its address. */
const FENCE_OR_LINK =
  /^(?<fence>`{3,})[\s\S]*?^\k<fence>$|`[^`\n]+`(?!\])|(?<mark>!?)\[(?<text>(?:[^[\]]|\[[^\]]*\])*)\]\((?<address>[^)\s]+)\)|<img src="(?<src>[^"]+)" alt="(?<alt>[^"]*)"(?<rest>[^>]*)>/gm

interface Linking {
  source: string
  page: string
  places: ReadonlyMap<string, string>
  /** Receives the images that the page shows. */
  files: Map<string, string>
  repository: string | undefined
}

type Found = { mark?: string; text?: string; address?: string; src?: string; alt?: string }

function rewrite(found: unknown[], { source, page, places, files, repository }: Linking): string {
  const whole = found[0] as string
  const { mark = '', text = '', address, src, alt } = found.at(-1) as Found
  const showImage = (path: string, text: string) => {
    files.set(`images/${basename(path)}`, join(dirname(source), path))
    return `![${text}](/images/${basename(path)})`
  }
  if (src !== undefined) return showImage(src, alt!)
  if (address === undefined || /^([a-z]+:|#)/.test(address)) return whole
  const [path = '', anchor] = address.split('#')
  const target = join(dirname(source), path).replace(/\/$/, '')
  if (mark === '!') return showImage(path, text)
  if (FOR_AGENTS.includes(target)) return `[${text}](/${target}){target="_self"}`
  const inSite = places.get(target) ?? places.get(`${target}/README.md`) ?? INDEXES[target]
  const hash = anchor === undefined ? '' : `#${anchor}`
  if (inSite !== undefined) return `[${text}](${toRelative(page, inSite)}${hash})`
  if (!existsSync(join(root, target))) throw new Error(`${source} links to ${address}, which does not exist`)
  return repository === undefined ? text : `[${text}](${new URL(target, repository).href}${hash})`
}

/** Folders of which the site writes an index. */
const INDEXES: Readonly<Record<string, string>> = { 'docs/decisions': 'decisions/index.md', docs: 'guides/index.md' }

function toRelative(from: string, to: string): string {
  const path = relative(dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}

/** Removes what only the tests of the snippets read. */
const withoutNotes = (markdown: string): string => markdown.replace(/^<!-- snippet:[^>]*-->\n/gm, '')

/** The README as the first page: its title and first sentence are the hero. */
function toHome(readme: string): string {
  const [, sentence, rest] = /^# Sweatpants\n\n(.+)\n([\s\S]*)$/.exec(readme)!
  return `---
layout: home
hero:
  name: Sweatpants
  text: ${sentence}
  actions:
    - { theme: brand, text: Your first tool, link: /guides/first-tool }
    - { theme: alt, text: Playground, link: /playground }
    - { theme: alt, text: For coding agents, link: /agents }
---
${withoutNotes(rest!)}`
}

export interface DocumentedError {
  name: string
  why: string
  remedy: string
  group: string
}

/** Returns the rows of the tables of docs/errors.md. */
export function readErrors(markdown: string = read('docs/errors.md')): DocumentedError[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const group = section.split('\n', 1)[0]!
      const rows = section.matchAll(/^\| `(?<name>\w+)` \| (?<why>.+?) \| (?<remedy>.+?) \|$/gm)
      return [...rows].map(({ groups }) => ({ ...(groups as Omit<DocumentedError, 'group'>), group }))
    })
}

const toErrorPage = (name: string, why: string, remedy: string, group: string): string => `# \`${name}\`

${group}. [All errors](./index.md)

## Why

${why}

## What to do

${remedy}
`

const linkErrors = (page: string): string => page.replace(/^\| `(\w+)` \|/gm, '| [`$1`](./$1.md) |')

function listDecisions(pages: ReadonlyMap<string, string>): string {
  const decisions = [...pages.keys()].filter((page) => page.startsWith('decisions/')).sort()
  const lines = decisions.map((page) => `- [${titleOf(pages.get(page)!)}](./${basename(page)})`)
  return `# Decisions\n\nWhy it is the way it is, ten lines each.\n\n${lines.join('\n')}\n`
}

const titleOf = (markdown: string): string => (/^# (.+)$/m.exec(markdown)?.[1] ?? '').replaceAll('`', '')

/** The tables of docs/README.md, in their order: one group for each heading. */
function createSidebar(pages: ReadonlyMap<string, string>): SidebarGroup[] {
  const sections = pages
    .get('guides/index.md')!
    .split(/^#{2,3} /m)
    .slice(1)
  const groups = sections.map((section) => ({
    text: section.split('\n', 1)[0]!,
    items: [...section.matchAll(/^\| \[([^\]]+)\]\(([^)#]+)\.md\)/gm)].map(([, text, link]) => ({
      text: text!,
      link: join('/guides', link!).replace(/index$/, ''),
    })),
  }))
  const reference = [...pages.keys()].filter((page) => /^api\/(?!index)/.test(page)).sort()
  const items = reference.map((page) => ({ text: titleOf(pages.get(page)!), link: `/${page.slice(0, -3)}` }))
  return [...groups.filter(({ items }) => items.length > 0), { text: 'Reference', items }]
}
