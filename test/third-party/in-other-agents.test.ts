import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { describe, expect, type TestContext, test } from 'vitest'
import { NotInstallableError } from './install.ts'
import { openWorkshop, type Workshop } from './workshop.ts'

/** `npm run test:matrix` runs every framework and checks its types; the suite runs one of each kind. */
const isWhole = process.env.MODE === 'matrix'

const zod = '4.6.7'
const frameworks = [
  { name: 'AI SDK 7', program: 'ai-sdk.ts', versions: { ai: '7.0.169', zod }, isShort: true },
  { name: 'AI SDK 6', program: 'ai-sdk.ts', versions: { ai: '6.0.319', zod } },
  { name: 'AI SDK 5', program: 'ai-sdk.ts', versions: { ai: '5.0.277', zod } },
  { name: 'OpenAI Agents', program: 'openai-agents.ts', versions: { '@openai/agents': '0.20.0', zod } },
  {
    name: 'LangGraph',
    program: 'langgraph.ts',
    // A later patch release of its SDK depends on a package that is not published.
    versions: {
      '@langchain/langgraph': '1.4.18',
      '@langchain/langgraph-sdk': '1.12.4',
      '@langchain/core': '1.2.13',
      zod,
    },
  },
  {
    name: 'Mastra',
    program: 'mastra.ts',
    versions: { '@mastra/core': '1.71.0', '@mastra/libsql': '1.23.1', zod },
  },
].filter(({ isShort }) => isWhole || isShort)

async function open(context: TestContext, versions: Record<string, string>): Promise<Workshop> {
  try {
    return await openWorkshop(['examples/in-other-agents', 'test/third-party/agents'], versions)
  } catch (error) {
    if (error instanceof NotInstallableError) context.skip(error.message)
    throw error
  }
}

/** Runs the program, whose person answers the questions `keys`. Kills it at another one. Returns what it printed. */
async function play({ folder }: Workshop, program: string, data: string, keys: string): Promise<string[]> {
  const args = ['--conditions=@sweatpants/source', '--disable-warning=ExperimentalWarning', program, data, keys]
  const child = spawn(process.execPath, args, { cwd: folder, timeout: 60_000, killSignal: 'SIGKILL' })
  const errors = text(child.stderr)
  const closed = new Promise((resolve) => child.once('close', resolve))
  const lines: string[] = []
  for await (const line of createInterface(child.stdout)) {
    // Frameworks print too.
    if (/^(asked|ended) /.test(line)) lines.push(line)
    const asked = /^asked (\w+)/.exec(line)?.[1]
    if (asked !== undefined && !keys.split(',').includes(asked)) child.kill('SIGKILL')
  }
  await closed
  if (lines.length === 0) throw new Error(`${program} failed: ${await errors}`)
  return lines
}

describe.each(frameworks)('$name', { timeout: 180_000 }, ({ program, versions }) => {
  test('a call that is killed at each of its questions goes on, and does each step once', async (context) => {
    await using workshop = await open(context, versions)
    const data = await mkdtemp(join(tmpdir(), 'sweatpants-data-'))
    try {
      expect(await play(workshop, program, data, '')).toEqual(['asked pickFlight: Which flight: SP101 or SP205?'])
      const second = await play(workshop, program, data, 'pickFlight')
      expect(second.at(-1)).toBe('asked confirm: Book SP205?')
      expect(await play(workshop, program, data, 'confirm')).toEqual([
        'asked confirm: Book SP205?',
        'ended Booked SP205.',
      ])
      expect(await readFile(join(data, 'ledger.txt'), 'utf8')).toBe('search Rome Oslo\nbook SP205\n')
    } finally {
      await rm(data, { recursive: true, force: true })
    }
  })

  test('an agent that is aborted cancels the call, and finally runs', async (context) => {
    await using workshop = await open(context, versions)
    expect(await play(workshop, `cancel-${program}`, '', '')).toEqual(['ended cancelled'])
  })

  test.runIf(isWhole)('the example has no type error', async (context) => {
    await using workshop = await open(context, versions)
    await workshop.checkTypes([program, `cancel-${program}`])
  })
})
