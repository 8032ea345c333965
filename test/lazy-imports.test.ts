import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import { expect, test } from 'vitest'

// A bundler accepts that an optional package is missing only if its import has this form at its place:
// `try { … await import('name') … } catch`. A helper that takes `() => import('name')` fails in Turbopack, webpack and esbuild.

const framework = join(import.meta.dirname, '../packages/framework')
const { peerDependencies, optionalDependencies } = JSON.parse(readFileSync(join(framework, 'package.json'), 'utf8'))
const optional = Object.keys({ ...peerDependencies, ...optionalDependencies })

interface Node {
  type: string
  start: number
  source?: { value?: unknown }
}

/** Returns each import of an optional package that is not awaited directly in a `try` block of its function. */
function findProblems(code: string): string[] {
  const problems: string[] = []
  const visit = (node: unknown, parents: readonly Node[]): void => {
    if (Array.isArray(node)) for (const one of node) visit(one, parents)
    if (!isNode(node)) return
    const name = node.type === 'ImportExpression' ? String(node.source?.value) : ''
    if (optional.some((one) => name === one || name.startsWith(`${one}/`)) && !isInTry(parents)) {
      problems.push(`line ${code.slice(0, node.start).split('\n').length}: import('${name}')`)
    }
    for (const [key, child] of Object.entries(node)) {
      // Of a `try`, only the block catches.
      const within = node.type === 'TryStatement' && key !== 'block' ? [] : [...parents, node]
      if (typeof child === 'object') visit(child, within)
    }
  }
  visit(parseAst(code, { lang: 'tsx' }).body, [])
  return problems
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

function isInTry(parents: readonly Node[]): boolean {
  if (parents.at(-1)?.type !== 'AwaitExpression') return false
  const own = parents.slice(parents.findLastIndex(({ type }) => /Function/.test(type)) + 1)
  return own.some(({ type }) => type === 'TryStatement')
}

const files = globSync('src/**/*.{ts,tsx}', { cwd: framework, exclude: ['**/*.test.ts', '**/fixtures/**'] })

test('every late import of an optional package is awaited in a try block at its place', () => {
  const sources = files.map((file) => ({ file, code: readFileSync(join(framework, file), 'utf8') }))
  const late = sources.filter(({ code }) => optional.some((name) => code.includes(`import('${name}`)))
  expect(late.length).toBeGreaterThan(9)
  expect(late.flatMap(({ file, code }) => findProblems(code).map((problem) => `${file} ${problem}`))).toEqual([])
})

test('no entry but its own imports an optional package at once', () => {
  const atOnce = files.filter((file) =>
    optional.some((name) =>
      new RegExp(`^(import|export) (?!type)[^'\\n]*'${name}['/]`, 'm').test(
        readFileSync(join(framework, file), 'utf8'),
      ),
    ),
  )
  expect(
    atOnce.filter((file) => !/^src\/(react\/|views\/mount|testing\/vitest)/.test(file.replaceAll('\\', '/'))),
  ).toEqual([])
})

test.each([
  ['a helper', "const load = (name, body) => body()\nload('pg', () => import('pg'))"],
  ['a helper in a try', "try { await load(() => import('pg')) } catch {}"],
  ['no try', "async function load() { return await import('pg') }"],
  ['a try without await', "async function load() { try { return import('pg') } catch {} }"],
  ['Promise.all', "async function load() { try { await Promise.all([import('pg'), import('ai')]) } catch {} }"],
  ['an import in a catch', "async function load() { try { f() } catch { return await import('pg') } }"],
])('%s is found', (_, code) => {
  expect(findProblems(code)).not.toEqual([])
})
