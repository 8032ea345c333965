import { dirname, join } from 'node:path'
import { readPage } from './pages.ts'

/** The guides by their path, in the order of docs/README.md. */
export function listGuides(): string[] {
  const [, section = ''] = /^## Guides$([\s\S]*?)^## /m.exec(readPage('docs/README.md')) ?? []
  return [...section.matchAll(/^\| \[[^\]]+\]\(([^)#]+)\)/gm)].map(([, path]) => join('docs', path!))
}

/** Returns llms.txt and the whole guides as one text, with links that begin at the root of the repository. */
export const createFullText = (): string =>
  ['llms.txt', ...listGuides()].map((page) => withoutNotes(fromRoot(page, readPage(page)))).join('\n')

/** A block of code, which stays as it is, or the address of a relative link. */
const FENCE_OR_LINK = /^```[\s\S]*?^```$|(?<=\]\()(?![a-z]+:|#)[^)\s]+/gm

const fromRoot = (page: string, markdown: string): string =>
  markdown.replace(FENCE_OR_LINK, (found) => (found.startsWith('```') ? found : join(dirname(page), found)))

/** Removes what only the tests of the snippets read. */
const withoutNotes = (markdown: string): string => markdown.replace(/^<!-- snippet:[^>]*-->\n/gm, '')
