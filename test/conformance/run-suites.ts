import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { json, text } from 'node:stream/consumers'
import { type ClientScenario, playScenario } from './client.ts'
import { type Check, judge, type Scenario, type Verdict } from './gate.ts'
import { startServer } from './server.ts'
import type { Suite } from './suites.ts'

/** Scenarios of 0.1 have no timeout of their own. */
const SUITE_TIMEOUT = 180_000

/** Runs the suites two at a time. Each has a server of its own, because one of its scenarios drops the open streams. */
export async function runSuites(suites: readonly Suite[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  const left = suites.entries()
  const work = async () => {
    for (const [index, suite] of left) {
      await using server = await startServer()
      verdicts[index] = await runSuite(suite, server.url)
    }
  }
  await Promise.all([work(), work()])
  return verdicts
}

/** Runs one suite against a server that is up. */
export const runSuite = (suite: Suite, url: string): Promise<Verdict> => run(suite, ['server', '--url', url])

/** Runs a suite of client scenarios, which are all played in this process. */
export async function runClientSuite(suite: Suite): Promise<Verdict> {
  const player = createServer(async (request, response) => {
    try {
      await playScenario((await json(request)) as ClientScenario)
      response.end()
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  await once(player.listen(0, '127.0.0.1'), 'listening')
  const { port } = player.address() as AddressInfo
  try {
    const command = [process.execPath, join(import.meta.dirname, 'forward.ts'), `http://127.0.0.1:${port}`].join(' ')
    return await run(suite, ['client', '--command', command])
  } finally {
    player.close()
  }
}

async function run(suite: Suite, args: readonly string[]): Promise<Verdict> {
  const folder = await mkdtemp(join(tmpdir(), 'sweatpants-conformance-'))
  try {
    const output = await runProgram(suite.program, [...args, ...suite.args, '-o', folder])
    const verdict = judge(suite, await readScenarios(folder))
    if (verdict.scenarios === 0) verdict.problems.push(`the suite did not run: ${output.trim()}`)
    return verdict
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Resolves to the output of the program, regardless of its exit code: its findings are in its files. */
async function runProgram(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: SUITE_TIMEOUT,
  })
  const ended = new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return stdout + stderr
}

/** Scenarios of authorization are in a folder of their own. */
async function readScenarios(folder: string): Promise<Scenario[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => TIME.test(basename(name))).sort()
  return Promise.all(
    names.map(async (name) => ({ name: toScenarioName(name), checks: await readChecks(join(folder, name)) })),
  )
}

async function readChecks(folder: string): Promise<Check[] | undefined> {
  const file = join(folder, 'checks.json')
  return existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : undefined
}

/** Folders are named `server-<scenario>-<time>`, or `<scenario>-<time>` for clients. */
const TIME = /-\d{4}-\d\d-\d\dT.*$/
const toScenarioName = (folder: string): string => folder.replace(/^server-/, '').replace(TIME, '')
