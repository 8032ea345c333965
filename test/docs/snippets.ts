import { pages, readPage } from './pages.ts'

/** A fenced block of a page, and what the comment before it says of it: `<!-- snippet: file=greet.ts prelude=travel run -->`. */
export interface Snippet {
  page: string
  /** The line of the page on which its code begins, from 1. */
  line: number
  language: string
  code: string
  /** The example that it is a part of, word for word. The test of the example compiles it, with packages that are not installed here. */
  part?: string
  /** What it is called where other snippets of the page import it. */
  file?: string
  /** The file of the repository that it shows, whole. */
  from?: string
  /** A module of `preludes/`, whose exports the snippet may use without importing them. */
  prelude?: string
  /** Lines to type into it when it runs, separated by commas: the last thing that the comment says. */
  input?: string
  run: boolean
  /** What it must print: the block of `text` that follows one that runs. */
  output?: string
}

/** Pages whose snippets leave out obvious parts. */
const PRELUDES: Readonly<Record<string, string>> = { 'README.md': 'travel' }

const FENCE = /^(?:<!-- snippet:(?<about>[^>]*)-->\n)?```(?<language>[a-z]+)\n(?<code>[\s\S]*?)^```$/gm

export function readSnippets(page: string, markdown: string): Snippet[] {
  const snippets: Snippet[] = []
  for (const match of markdown.matchAll(FENCE)) {
    const { about = '', language = '', code = '' } = match.groups ?? {}
    const before = markdown.slice(0, match.index + match[0].indexOf('```'))
    const line = before.split('\n').length + 1
    const previous = snippets.at(-1)
    if (language === 'text' && previous?.run) previous.output = code
    snippets.push({ page, line, language, code, ...readAbout(about, page) })
  }
  return snippets
}

function readAbout(about: string, page: string): Pick<Snippet, 'part' | 'file' | 'from' | 'prelude' | 'input' | 'run'> {
  const words = about.trim().split(/\s+/)
  const setting = (name: string) => words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1)
  const part = setting('part')
  const file = setting('file')
  const from = setting('from')
  const prelude = setting('prelude') ?? PRELUDES[page]
  const input = /input=(.*)/.exec(about)?.[1]?.trim()
  return {
    run: words.includes('run'),
    ...(part !== undefined && { part }),
    ...(file !== undefined && { file }),
    ...(from !== undefined && { from }),
    ...(prelude !== undefined && { prelude }),
    ...(input !== undefined && { input }),
  }
}

export const snippets: readonly Snippet[] = pages.flatMap((page) => readSnippets(page, readPage(page)))
