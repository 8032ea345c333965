import { parseArgs } from 'node:util'
import { toReport, type Verdict } from './gate.ts'
import { runClientSuite, runSuite, runSuites } from './run-suites.ts'
import { clientSuite, type Suite, suites } from './suites.ts'

// `--url` runs the suites, one after the other, against a server that is up already.
const { values } = parseArgs({ options: { url: { type: 'string' } } })

async function runAgainst(url: string, suites: readonly Suite[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  for (const suite of suites) verdicts.push(await runSuite(suite, url))
  return verdicts
}

const verdicts =
  values.url === undefined
    ? [...(await runSuites(suites)), await runClientSuite(clientSuite)]
    : await runAgainst(values.url, suites)
console.log(toReport(verdicts))
process.exitCode = verdicts.every(({ problems }) => problems.length === 0) ? 0 : 1
