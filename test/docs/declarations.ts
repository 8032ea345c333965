import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'rolldown/utils'
import { root } from './pages.ts'

/** An export of a module: its declarations as the compiler writes them, and its comment. */
export interface Exported {
  name: string
  kind: 'value' | 'type'
  /** One for each overload. */
  declarations: string[]
  doc: string
}

/** Creates a folder with the declarations of every package, at the paths of their sources. */
export function emitDeclarations(): Disposable & { folder: string } {
  const folder = mkdtempSync(join(root, '.declarations-'))
  const compilerOptions = {
    noEmit: false,
    noCheck: true,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: '..',
    outDir: '.',
  }
  const settings = { extends: '../tsconfig.json', compilerOptions, include: ['../packages/*/src'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder])
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}

type Module = ReturnType<typeof parse>

function parse(file: string) {
  const source = readFileSync(file, 'utf8')
  const { program, comments } = parseSync(file, source, { lang: 'dts' })
  return { file, source, body: program.body, comments }
}

/** Returns the exports of a module with their declarations, also from other modules. */
export function readExports(file: string): Exported[] {
  const module = parse(file)
  return module.body.flatMap((statement): Exported[] => {
    if (statement.type === 'ExportAllDeclaration') return readExports(resolve(module, statement.source.value))
    if (statement.type !== 'ExportNamedDeclaration') return []
    if (statement.declaration !== null) return declaredBy(module, statement)
    return statement.specifiers.map(({ local, exported, exportKind }) => {
      const from = statement.source === null ? undefined : resolve(module, statement.source.value)
      const found = from === undefined ? findLocal(module, nameOf(local)) : findIn(from, nameOf(local))
      if (found === undefined) throw new Error(`${file} exports ${nameOf(local)}, whose declaration was not found`)
      // A class may be exported only as a type.
      const isType = exportKind === 'type' || statement.exportKind === 'type'
      return { ...found, name: nameOf(exported), kind: isType ? 'type' : found.kind }
    })
  })
}

type Statement = Module['body'][number]
type Name = { type: string; name?: string; value?: unknown }

const nameOf = (node: Name): string => String(node.name ?? node.value)

const resolve = ({ file }: Module, specifier: string): string =>
  join(dirname(file), specifier.replace(/\.tsx?$/, '.d.ts'))

const findIn = (file: string, name: string): Exported | undefined =>
  merge(readExports(file).filter((exported) => exported.name === name))

function findLocal(module: Module, name: string): Exported | undefined {
  return merge(module.body.flatMap((statement) => declaredBy(module, statement)).filter((found) => found.name === name))
}

function declaredBy(module: Module, statement: Statement): Exported[] {
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  if (declared === null) return []
  const kind = /^TS(Interface|TypeAlias)/.test(declared.type) ? 'type' : 'value'
  const names =
    declared.type === 'VariableDeclaration'
      ? declared.declarations.map(({ id }) => nameOf(id as Name))
      : 'id' in declared && declared.id !== null
        ? [nameOf(declared.id as Name)]
        : []
  const text = module.source.slice(declared.start, declared.end)
  const doc = docBefore(module, statement.start)
  const declarations = [text, ...inferredFrom(module, text), ...composedOf(module, text)]
  return names.map((name) => ({ name, kind, declarations, doc }))
}

/** The types of the module that a declaration names and that cannot be imported, with those that they name: the reader needs their members. */
function composedOf({ body, source }: Module, text: string): string[] {
  const hidden = body.filter(({ type }) => type === 'TSInterfaceDeclaration' || type === 'TSTypeAliasDeclaration')
  const found = new Set<string>()
  const add = (within: string): void => {
    for (const { start, end, ...statement } of hidden) {
      const name = 'id' in statement && statement.id !== null ? nameOf(statement.id as Name) : ''
      const declared = source.slice(start, end)
      if (found.has(declared) || declared === within || !new RegExp(`\\b${name}\\b`).test(within)) continue
      found.add(declared)
      add(declared)
    }
  }
  add(text)
  return [...found]
}

/** The constants that a type is inferred from, with the types that the compiler writes: the reader needs their fields. */
function inferredFrom({ body, source }: Module, text: string): string[] {
  const names = [...text.matchAll(/(?:keyof |<)typeof (\w+)/g)].map(([, name]) => name!)
  const isNamed = (name: string) => (statement: Statement) =>
    statement.type === 'VariableDeclaration' && nameOf(statement.declarations[0]!.id as Name) === name
  return body
    .filter((statement) => names.some((name) => isNamed(name)(statement)))
    .map(({ start, end }) => source.slice(start, end))
}

/** Returns the text of the comment right before a declaration. */
function docBefore({ comments, source }: Module, start: number): string {
  const comment = comments.findLast(({ end }) => end <= start)
  if (comment === undefined || !comment.value.startsWith('*') || source.slice(comment.end, start).trim() !== '')
    return ''
  return comment.value
    .slice(1)
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
    .join('\n')
    .trim()
}

/** Overloads are one export. */
export function merge(found: readonly Exported[]): Exported | undefined {
  const [first] = found
  if (first === undefined) return undefined
  return {
    ...first,
    declarations: found.flatMap(({ declarations }) => declarations),
    doc: found.find(({ doc }) => doc !== '')?.doc ?? '',
  }
}
