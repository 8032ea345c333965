import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problemsOf, problemsOfConfiguration } from './docs/commands.ts'
import { pages, readPage, root } from './docs/pages.ts'
import { readSnippets, type Snippet, snippets } from './docs/snippets.ts'
import { openWorkshop, type Workshop } from './docs/workshop.ts'

const inLanguage = (...languages: string[]) => snippets.filter(({ language }) => languages.includes(language))
const placeOf = ({ page, line }: Snippet) => `${page}:${line}`
const cases = (found: readonly Snippet[]) => found.map((snippet) => [placeOf(snippet), snippet] as const)

const code = inLanguage('ts', 'tsx').filter(({ part }) => part === undefined)
let workshop: Workshop
beforeAll(() => {
  workshop = openWorkshop(code)
})
afterAll(() => workshop[Symbol.dispose]())

/** Milliseconds for one program, on a machine that does much else. */
const PATIENCE = 60_000

interface Ended {
  stdout: string
  stderr: string
  failed: boolean
}

/** Runs a program with the Node of the tests, and types these lines. */
function run(program: string, args: readonly string[], cwd: string, lines: readonly string[] = []): Promise<Ended> {
  const env = { ...process.env, MODEL: 'demo', NODE: process.execPath, NO_COLOR: '1' }
  const { promise, resolve, reject } = Promise.withResolvers<Ended>()
  const child = execFile(program, args, { cwd, env, timeout: PATIENCE }, (error, stdout, stderr) => {
    if (error?.killed) reject(new Error(`${[program, ...args].join(' ')} took longer than ${PATIENCE} ms`))
    else resolve({ stdout, stderr, failed: error !== null })
  })
  child.stdin?.end(lines.map((line) => `${line}\n`).join(''))
  return promise
}

/** What the reader calls `npx sweatpants` is, here, the source of it. */
const NPX = `npx() { shift; "$NODE" --conditions=@sweatpants/source "${join(root, 'packages/framework/src/cli/main.ts')}" "$@"; }`

const VITEST = join(root, 'node_modules/vitest/vitest.mjs')

const runSnippet = (snippet: Snippet): Promise<Ended> => {
  const cwd = workshop.folderOf(snippet.page)
  const file = workshop.fileOf(snippet)
  const config = join(workshop.folder, 'vitest.config.ts')
  const lines = snippet.input?.split(',').map((line) => line.trim())
  if (snippet.language === 'sh') return run('sh', ['-c', `exec 2>&1\n${NPX}\n${snippet.code}`], cwd, lines)
  if (file.endsWith('.test.ts'))
    return run(process.execPath, [VITEST, 'run', '--root', cwd, '--config', config, file], cwd)
  return run(process.execPath, ['--conditions=@sweatpants/source', file], cwd, lines)
}

test('every TypeScript of the pages compiles against the sources', { timeout: PATIENCE }, async () => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout, stderr } = await run(process.execPath, [tsc, '-p', '.'], workshop.folder)
  // The sources themselves are checked before any test runs.
  expect(`${stdout}${stderr}`.split('\n').filter((line) => !line.startsWith('../'))).toEqual([''])
})

test.each(cases(snippets.filter(({ part }) => part !== undefined)))('%s is a part of its example', (_, snippet) => {
  expect(readFileSync(join(root, snippet.part!), 'utf8')).toContain(snippet.code)
})

test.concurrent.each(cases(snippets.filter((snippet) => snippet.run)))(
  '%s does what the page says',
  { timeout: PATIENCE },
  async (_, snippet) => {
    const { stdout, stderr, failed } = await runSnippet(snippet)
    expect(failed, stderr).toBe(false)
    if (snippet.output !== undefined) expect(stdout).toBe(snippet.output)
  },
)

test.each(cases(snippets.filter(({ from }) => from !== undefined)))(
  '%s is the file that it names',
  (_, { code, from }) => {
    expect(code).toBe(readFileSync(join(root, from!), 'utf8'))
  },
)

test.each(cases(inLanguage('json')))('%s is JSON, and what it starts exists', (_, snippet) => {
  expect(problemsOfConfiguration(JSON.parse(snippet.code), snippet.page)).toEqual([])
})

test.each(cases(inLanguage('sh')))('%s has only commands that exist', (_, snippet) => {
  const lines = snippet.code.trim().split('\n')
  expect(lines.flatMap((line) => problemsOf(line, snippet.page))).toEqual([])
})

test('every block of code is found, and its language is known to a check', () => {
  const opened = pages.flatMap((page) => readPage(page).match(/^\s*```+[^`\s]/gm) ?? [])
  expect(snippets).toHaveLength(opened.length)
  // Programs of others read what is TOML or YAML: test/third-party/hosts.test.ts.
  const known = ['ts', 'tsx', 'json', 'sh', 'text', 'arrows', 'mermaid', 'sql', 'toml', 'yaml']
  expect(snippets.filter(({ language }) => !known.includes(language)).map(placeOf)).toEqual([])
})

describe('the checks of the pages', () => {
  test('a snippet has its line, its settings and the output that follows it', () => {
    const page = '# A\n\n<!-- snippet: file=a.ts prelude=b run input=x,y -->\n```ts\nlet a\n```\n\n```text\nA\n```\n'
    expect(readSnippets('a.md', page)[0]).toEqual({
      page: 'a.md',
      line: 5,
      language: 'ts',
      code: 'let a\n',
      file: 'a.ts',
      prelude: 'b',
      run: true,
      input: 'x,y',
      output: 'A\n',
    })
  })

  test.each([
    ['npm run nothing', 'there is no script nothing'],
    ['npm install && npm run nothing', 'there is no script nothing'],
    ['npm install nothing-here', 'nothing-here is not a package that this project knows'],
    ['nothing-here --fast', 'there is no command nothing-here'],
    ['claude mcp add it -- npx nothing-here', 'there is no command nothing-here'],
    ['npx sweatpants serve a.ts --htpp 3000', 'sweatpants does not take --htpp'],
    ['npx sweatpants sevre a.ts', 'sweatpants does not take sevre'],
  ])('%s is refused', (line, problem) => {
    expect(problemsOf(line, 'README.md')).toEqual([problem])
  })

  test('a configuration that starts nothing is refused', () => {
    const configuration = { mcpServers: { travel: { command: 'npx', args: ['-y', 'nothing-here'] } } }
    expect(problemsOfConfiguration(configuration, 'README.md')).toEqual(['there is no command nothing-here'])
  })
})
