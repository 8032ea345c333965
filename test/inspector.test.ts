import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fixture, main, start } from './cli/command.ts'

const require = createRequire(import.meta.url)

/**
 * MCP Inspector 2.12.0 speaks both eras over both wires (`--protocol-era`). Its `--cli` declares neither elicitation nor
 * sampling, so it can be told that a tool asks, but not be asked.
 */
const inspector = require.resolve('@modelcontextprotocol/inspector/clients/launcher/build/index.js')

/** Where the inspector would keep what it remembers. */
const HOME = mkdtempSync(join(tmpdir(), 'sweatpants-inspector-'))

interface Inspected {
  result?: {
    protocolVersion?: string
    tools?: { name: string; inputSchema: { required?: string[] } }[]
    structuredContent?: unknown
  }
  error?: { message: string }
}

/** Runs the inspector once. It prints one JSON object: a result on stdout, an error on stderr. */
async function inspect(target: readonly string[], era: string, method: string, ...args: string[]): Promise<Inspected> {
  const command = [inspector, '--cli', '--quiet', '--format', 'json', '--protocol-era', era, '--method', method]
  const { promise, resolve } = Promise.withResolvers<string>()
  execFile(
    process.execPath,
    [...command, ...args, ...target],
    { env: { ...process.env, HOME }, timeout: 25_000 },
    (error, stdout, stderr) => resolve(error === null ? stdout : stderr),
  )
  return JSON.parse(await promise)
}

const stdio = [process.execPath, '--conditions=@sweatpants/source', main, 'serve', fixture('tools.ts')]

describe("MCP Inspector's command line", () => {
  it.each([
    ['http', 'legacy', '2025-11-25'],
    ['http', 'modern', '2026-07-28'],
    ['stdio', 'legacy', '2025-11-25'],
    ['stdio', 'modern', '2026-07-28'],
  ])('lists and calls our tools over %s, %s era', async (wire, era, version) => {
    await using server = wire === 'http' ? start(['serve', fixture('tools.ts'), '--http', '0']) : undefined
    const target = server === undefined ? stdio : [(await server.until(/http:\S+/))[0]]
    const call = (name: string, args: object) =>
      inspect(target, era, 'tools/call', '--tool-name', name, '--tool-args-json', JSON.stringify(args))

    const [connected, listed, added, asks] = await Promise.all([
      inspect(target, era, 'initialize'),
      inspect(target, era, 'tools/list'),
      call('add', { a: 19, b: 23 }),
      call('greet', { greeting: 'Hello' }),
    ])
    expect(connected.result?.protocolVersion).toBe(version)
    expect(listed.result?.tools?.map(({ name, inputSchema }) => [name, inputSchema.required])).toEqual([
      ['add', ['a', 'b']],
      ['greet', ['greeting']],
      ['picture', undefined],
      ['answer_question', ['call', 'answers']],
      ['check_on', ['call']],
    ])
    expect(added.result?.structuredContent).toEqual({ sum: 42 })
    expect(asks.result?.structuredContent).toMatchObject({ status: 'waiting_for_answer' })
  })

  it.each([
    ['http', 'modern'],
    ['stdio', 'legacy'],
  ])('cancels a call when it is interrupted, over %s, %s era', async (wire, era) => {
    const log = join(mkdtempSync(join(tmpdir(), 'slow-')), 'log')
    const env = { ...process.env, HOME, SLOW_LOG: log }
    const notes = () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [])
    await using server = wire === 'http' ? start(['serve', fixture('slow.ts'), '--http', '0'], { env }) : undefined
    const target =
      server === undefined ? [...stdio.slice(0, -1), fixture('slow.ts')] : [(await server.until(/http:\S+/))[0]]
    const command = [
      inspector,
      '--cli',
      '--quiet',
      '--protocol-era',
      era,
      '--method',
      'tools/call',
      '--tool-name',
      'slow',
    ]
    const child = spawn(process.execPath, [...command, '-e', `SLOW_LOG=${log}`, ...target], { env, stdio: 'ignore' })
    await expect.poll(notes, { timeout: 25_000 }).toEqual(['begun'])
    child.kill('SIGINT')
    await expect.poll(notes).toEqual(['begun', 'halted'])
  })
})
