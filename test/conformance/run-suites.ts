import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
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
export async function runSuite(suite: Suite, url: string): Promise<Verdict> {
  const folder = await mkdtemp(join(tmpdir(), 'sweatpants-conformance-'))
  try {
    const output = await runProgram(suite.program, ['server', '--url', url, ...suite.args, '-o', folder])
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

async function readScenarios(folder: string): Promise<Scenario[]> {
  const names = (await readdir(folder)).sort()
  return Promise.all(
    names.map(async (name) => ({ name: toScenarioName(name), checks: await readChecks(join(folder, name)) })),
  )
}

async function readChecks(folder: string): Promise<Check[] | undefined> {
  const file = join(folder, 'checks.json')
  return existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : undefined
}

/** Folders are named `server-<scenario>-<time>`. */
const toScenarioName = (folder: string): string => folder.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '')
