import { globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, normalize, sep } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** What each part of the drawing in ARCHITECTURE.md may import: its arrows, followed to the end. */
function readDrawing(markdown: string): Map<string, Set<string>> {
  const block = /```arrows\n([\s\S]*?)```/.exec(markdown)?.[1]
  if (!block) throw new Error('expected a fenced block ```arrows in ARCHITECTURE.md')
  const arrows = new Map<string, string[]>()
  for (const line of block.trim().split('\n')) {
    const [from, to] = line.split('->').map((side) => side.trim())
    if (!from || !to) throw new Error(`expected "part -> part, part" or "part -> (nothing)", got "${line}"`)
    arrows.set(from, to === '(nothing)' ? [] : to.split(',').map((part) => part.trim()))
  }
  const reach = (part: string, seen: Set<string>): Set<string> => {
    for (const next of arrows.get(part) ?? []) {
      if (!seen.has(next)) reach(next, seen.add(next))
    }
    return seen
  }
  return new Map([...arrows.keys()].map((part) => [part, reach(part, new Set())]))
}

/** Every module that the source names: static, re-exported, dynamic, and in types. */
function importsOf(source: string, file: string): string[] {
  const found: string[] = []
  JSON.stringify(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file), (_, node) => {
    if (/^(Import|Export|TSImport)/.test(node?.type) && typeof node.source?.value === 'string') {
      found.push(node.source.value)
    }
    return typeof node === 'bigint' ? String(node) : node
  })
  return found
}

/** The part that a file of `packages/` belongs to: a folder of the framework, or another package as a whole. */
function partOf(path: string): string | undefined {
  const [packages, name, src, part] = normalize(path).split(sep)
  if (packages !== 'packages' || src !== 'src') return undefined
  return name === 'framework' ? part?.replace(/\.tsx?$/, '') : name
}

/** The part inside a part that the drawing divides: a folder of it, or `serve` for the files that put the folders together. */
function innerPartOf(path: string): string | undefined {
  const [, name, , part, folder, file] = normalize(path).split(sep)
  if (name !== 'framework' || ![...drawing.keys()].some((known) => known.startsWith(`${part}/`))) return undefined
  return `${part}/${file === undefined ? 'serve' : folder}`
}

const drawing = readDrawing(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8'))

const files = globSync('packages/*/src/**/*.{ts,tsx}', { cwd: root })
  .filter((path) => !/\.test(-d)?\.tsx?$/.test(path) && !path.includes(`${sep}fixtures${sep}`))
  .map((path) => ({ path, part: partOf(path)!, imports: importsOf(readFileSync(join(root, path), 'utf8'), path) }))

test('every folder of the framework and every package is in the drawing', () => {
  const parts = new Set(files.map((file) => file.part))
  expect([...parts].filter((part) => !drawing.has(part))).toEqual([])
})

test('every arrow of the drawing ends at a part of it, and none leads back', () => {
  for (const [part, reach] of drawing) {
    const unknown = [...reach].filter((other) => other !== 'framework' && !drawing.has(other))
    expect(unknown, `${part} points outside the drawing`).toEqual([])
    expect(reach.has(part), `${part} reaches itself`).toBe(false)
  }
})

test('no import goes against the drawing', () => {
  const against = files.flatMap(({ path, part, imports }) =>
    imports.flatMap((specifier) => {
      const target = specifier.startsWith('.')
        ? (partOf(join(path, '..', specifier)) ?? 'a file outside the sources of a package')
        : /^@sweatpants\/([^/]+)/.exec(specifier)?.[1]
      const allowed = !target || target === part || drawing.get(part)?.has(target)
      return allowed ? [] : [`${path} imports '${specifier}': ${part} may not import ${target}`]
    }),
  )
  expect(against).toEqual([])
})

/** The folder that a file of the roundtable belongs to, or its own name at the top. */
const folderOf = (path: string): string => normalize(path).split(sep)[3]!

test('no folder of the roundtable reaches itself through other folders', () => {
  const edges = new Map<string, Set<string>>()
  for (const { path, imports } of files.filter(({ part }) => part === 'roundtable')) {
    const from = folderOf(path)
    const known = edges.get(from) ?? new Set()
    edges.set(from, known)
    for (const specifier of imports.filter((one) => one.startsWith('.'))) {
      const to = folderOf(join(path, '..', specifier))
      if (to !== from) known.add(to)
    }
  }
  const reach = (from: string, seen = new Set<string>()): Set<string> => {
    for (const to of edges.get(from) ?? []) if (!seen.has(to)) reach(to, seen.add(to))
    return seen
  }
  expect([...edges.keys()].filter((folder) => reach(folder).has(folder))).toEqual([])
})

test('no import inside a divided part goes against the drawing', () => {
  const against = files.flatMap(({ path, imports }) => {
    const inner = innerPartOf(path)
    if (inner === undefined) return []
    if (!drawing.has(inner)) return [`${path}: ${inner} is not in the drawing`]
    return imports.flatMap((specifier) => {
      const target = specifier.startsWith('.') ? innerPartOf(join(path, '..', specifier)) : undefined
      const isInside = target?.split('/')[0] === inner.split('/')[0]
      const isAllowed = !isInside || target === inner || drawing.get(inner)!.has(target!)
      return isAllowed ? [] : [`${path} imports '${specifier}': ${inner} may not import ${target}`]
    })
  })
  expect(against).toEqual([])
})

test('tools imports no schema library and no Node built-in', () => {
  const refused = files
    .filter(({ part }) => part === 'tools')
    .flatMap(({ path, imports }) =>
      imports
        .filter((specifier) => isBuiltin(specifier) || /^(zod|valibot|arktype)(\/|$)/.test(specifier))
        .map((specifier) => `${path} imports '${specifier}'`),
    )
  expect(refused).toEqual([])
})

const sources = globSync('{packages,apps,examples,test,bench}/**/*.{ts,tsx,js,sql}', {
  cwd: root,
  exclude: ['**/node_modules', '**/dist'],
}).map((path) => `/${path.split(sep).join('/')}`)

test.each(['ARCHITECTURE.md', 'CONTRIBUTING.md'])('every file that %s names exists', (page) => {
  const named = [...readFileSync(join(root, page), 'utf8').matchAll(/`([\w./-]+\.(?:ts|tsx|sql))`/g)].map(
    ([, path]) => path!,
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((path) => !sources.some((source) => source.endsWith(`/${path}`)))).toEqual([])
})

test('every contract suite is in the table of seams, and a test calls each one', () => {
  const table = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
  const named = new Set([...table.matchAll(/`(\w+Contract)`/g)].map(([, name]) => name!))
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const suites = sources.filter((path) => /\/testing\/[\w-]+-contract\.ts$/.test(path))
  const defined = suites.flatMap((path) =>
    [...read(path).matchAll(/export (?:function|const) (\w+Contract)\b/g)].map(([, name]) => name!),
  )
  expect(defined.toSorted()).toEqual([...named].toSorted())
  const tests = sources.filter((path) => /\.test\.tsx?$/.test(path) && !path.includes('-contract.test.'))
  const called = new Set(
    tests.flatMap((path) => [...read(path).matchAll(/\b(\w+Contract)\(/g)].map(([, name]) => name!)),
  )
  expect(defined.filter((name) => !called.has(name))).toEqual([])
})
