import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import { root } from './pages.ts'
import * as page from './preludes/page.ts'
import * as travel from './preludes/travel.ts'
import type { Snippet } from './snippets.ts'

/** Modules whose exports a snippet may use without importing them. */
const PRELUDES: Readonly<Record<string, object>> = { page, travel }

/** A folder of the repository with a file for each snippet, where packages are found as everywhere in it. */
export interface Workshop extends Disposable {
  readonly folder: string
  /** Where the snippets of a page are. */
  folderOf(page: string): string
  fileOf(snippet: Snippet): string
}

const VITEST = `import config from '../vitest.config.ts'
export default (env) => ({ ...config(env), test: { include: ['*.test.ts'] } })
`

export function openWorkshop(snippets: readonly Snippet[]): Workshop {
  const folder = mkdtempSync(join(root, '.snippets-'))
  const folderOf = (page: string) => join(folder, page.replaceAll('/', '_'))
  const fileOf = ({ page, file, line, language }: Snippet) => join(folderOf(page), file ?? `${line}.${language}`)
  for (const snippet of snippets) {
    const file = fileOf(snippet)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, toModule(snippet))
  }
  // A folder whose name begins with a dot is not looked into.
  const files = snippets.map(fileOf)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ extends: '../tsconfig.json', files, include: [] }))
  writeFileSync(join(folder, 'vitest.config.ts'), VITEST)
  return { folder, folderOf, fileOf, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}

/** The snippet on the lines that it has in its page, so that errors name them; before it, what it does not import. */
function toModule(snippet: Snippet): string {
  const head = snippet.prelude === undefined ? 'export {}' : toImport(snippet, snippet.prelude)
  return `${head}${'\n'.repeat(snippet.line - 1)}${snippet.code}`
}

function toImport({ code, language, page, line }: Snippet, prelude: string): string {
  const names = PRELUDES[prelude]
  if (names === undefined) throw new Error(`${page}:${line} names the prelude ${prelude}, which there is none of`)
  const declared = declaredIn(code, language)
  const missing = Object.keys(names).filter((name) => !declared.has(name))
  return `import { ${missing.join(', ')} } from '../../test/docs/preludes/${prelude}.ts'`
}

/** What of a statement declares nothing at the top of its module. */
const INSIDE = ['init', 'body', 'params', 'typeAnnotation', 'superClass', 'expression', 'callee', 'arguments']

/** The names that the code imports or declares at its top. */
function declaredIn(code: string, language: string): Set<string> {
  const names = new Set<string>()
  JSON.stringify(parseAst(code, { lang: language === 'tsx' ? 'tsx' : 'ts' }).body, (key, node) => {
    if (INSIDE.includes(key)) return undefined
    if (node?.type === 'Identifier') names.add(node.name)
    return typeof node === 'bigint' ? String(node) : node
  })
  return names
}
