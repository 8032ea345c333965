import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Exported, emitDeclarations, merge, readExports } from './declarations.ts'
import { root } from './pages.ts'

type Conditions = { [condition: string]: string | Conditions }

interface Subpath {
  /** As it is imported. */
  specifier: string
  /** The page that it is described on. */
  page: string
  source: string
}

/** The subpaths that the packages export. */
function listSubpaths(): Subpath[] {
  return globSync('packages/*/package.json', { cwd: root })
    .sort()
    .flatMap((manifest): Subpath[] => {
      const { name, exports = {} }: { name: string; exports?: Conditions } = readJson(manifest)
      return Object.entries(exports).map(([subpath, conditions]) => ({
        specifier: join(name, subpath),
        page: `${toPage(name, subpath)}.md`,
        source: join(dirname(manifest), (conditions as Record<string, string>)['@sweatpants/source']!),
      }))
    })
}

const readJson = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'))

/** `framework` and `chat` for the framework, `roundtable` and `roundtable-chat` for another package. */
function toPage(name: string, subpath: string): string {
  const words = subpath.split('/').filter((word) => word !== '.')
  const own = name.split('/').at(-1)!
  return (own === 'framework' && words.length > 0 ? words : [own, ...words]).join('-')
}

/** The whole reference: the text of each page, by its name. */
export function createReference(): Map<string, string> {
  using declarations = emitDeclarations()
  const subpaths = listSubpaths().map((subpath) => ({
    ...subpath,
    exported: byName(readExports(join(declarations.folder, subpath.source.replace(/\.tsx?$/, '.d.ts')))),
  }))
  const pages = subpaths.map(({ page, specifier, exported }) => [page, toMarkdown(specifier, exported)] as const)
  return new Map([['README.md', toIndex(subpaths)], ...pages])
}

function byName(exported: readonly Exported[]): Exported[] {
  const groups = Map.groupBy(exported, ({ name }) => name)
  return [...groups.values()].map((group) => merge(group)!).sort((a, b) => (a.name < b.name ? -1 : 1))
}

const GENERATED = 'Written by `npm run docs:api` from the types of the sources; change those.'

const toIndex = (subpaths: readonly (Subpath & { exported: Exported[] })[]): string =>
  ['# Reference', GENERATED, ['| import | exports |', '|---|---|', ...subpaths.map(toRow)].join('\n')]
    .join('\n\n')
    .concat('\n')

const toRow = ({ specifier, page, exported }: Subpath & { exported: Exported[] }): string => {
  const values = exported.filter(({ kind }) => kind === 'value').map(({ name }) => `\`${name}\``)
  const types = exported.length - values.length
  return `| [\`${specifier}\`](${page}) | ${values.join(', ')}; ${types} ${types === 1 ? 'type' : 'types'} |`
}

function toMarkdown(specifier: string, exported: readonly Exported[]): string {
  const ofKind = (kind: Exported['kind']) => exported.filter((each) => each.kind === kind).map(toEntry)
  const sections = [
    ['## Functions, classes and constants', ofKind('value')] as const,
    ['## Types', ofKind('type')] as const,
  ].filter(([, entries]) => entries.length > 0)
  return [`# \`${specifier}\``, GENERATED, ...sections.flat(2)].join('\n\n').concat('\n')
}

function toEntry({ name, declarations, doc }: Exported): string {
  const code = declarations.map(toCode).join('\n')
  return [`### \`${name}\``, doc, `\`\`\`ts\n${code}\n\`\`\``].filter((part) => part !== '').join('\n\n')
}

/** In the style of the sources: two spaces, no semicolons, names without their module, no private members. */
const toCode = (declaration: string): string =>
  declaration
    .replace(/^declare /, '')
    .replace(/import\("[^"]+"\)\./g, '')
    .split('\n')
    .filter((line) => !/^\s*(#private|private |protected )/.test(line))
    .map((line) => line.replace(/^( {4})+/, (indent) => ' '.repeat(indent.length / 2)).replace(/;$/, ''))
    .join('\n')
