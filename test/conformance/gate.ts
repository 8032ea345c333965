import type { Suite } from './suites.ts'

export interface Check {
  id: string
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO'
  errorMessage?: string
}

/** What a scenario left behind. It has no checks when it broke down, which the suite's exit code may not tell. */
export interface Scenario {
  name: string
  checks: readonly Check[] | undefined
}

export interface Verdict {
  suite: string
  scenarios: number
  counts: Record<Check['status'], number>
  problems: string[]
}

/**
 * A check that the suite never makes, and the headers of methods that `connectMcp` does not call: of resources, of prompts and,
 * on 2026-07-28, of the handshake.
 */
const MAY_BE_SKIPPED = /^(tasks-status-notifications|sep-2243-client-includes-standard-headers)$/

/** Where the suite says INFO, a feature was found missing. */
const MUST_BE_TESTED = new Set([
  'server-session-id-visible-ascii',
  'server-session-lifecycle-skipped',
  'server-sse-disconnect-resume',
  'server-sse-content-type',
  'tools-name-format',
  'sep-2663-server-returns-missing-capability-data-shape',
])

/** Stricter than the suite's exit code, which hides warnings, skipped checks and, with requirements, even some failures. */
export function judge({ name, scenarios, successes }: Suite, found: readonly Scenario[]): Verdict {
  const counts = { SUCCESS: 0, FAILURE: 0, WARNING: 0, SKIPPED: 0, INFO: 0 }
  const problems: string[] = []
  for (const scenario of found) {
    if (scenario.checks === undefined) problems.push(`${scenario.name}: broke down and left no checks`)
    for (const check of scenario.checks ?? []) {
      counts[check.status]++
      const problem = refuse(check)
      if (problem !== undefined) problems.push(`${scenario.name}: ${check.id}: ${problem}`)
    }
  }
  problems.push(...compareScenarios(found, scenarios))
  if (counts.SUCCESS < successes) problems.push(`${counts.SUCCESS} checks succeeded, expected at least ${successes}`)
  return { suite: name, scenarios: found.length, counts, problems }
}

function compareScenarios(found: readonly Scenario[], expected: Suite['scenarios']): string[] {
  if (typeof expected === 'number') {
    return found.length === expected ? [] : [`${found.length} scenarios ran, expected ${expected}`]
  }
  const ran = new Set(found.map(({ name }) => name))
  const missing = expected.filter((name) => !ran.has(name)).map((name) => `${name}: did not run`)
  const added = [...ran].filter((name) => !expected.includes(name)).map((name) => `${name}: is not expected`)
  return [...missing, ...added]
}

function refuse({ id, status, errorMessage }: Check): string | undefined {
  switch (status) {
    case 'SUCCESS':
      return undefined
    case 'FAILURE':
    case 'WARNING':
      return `${status} ${errorMessage ?? ''}`.trimEnd()
    case 'SKIPPED':
      return MAY_BE_SKIPPED.test(id) ? undefined : `was skipped: ${errorMessage ?? 'the suite does not say why'}`
    case 'INFO':
      return MUST_BE_TESTED.has(id) ? `is only INFO: ${errorMessage ?? 'the feature was not found'}` : undefined
  }
}

/** The verdicts as a table, then every problem. */
export function toReport(verdicts: readonly Verdict[]): string {
  const header = ['suite', 'scenarios', 'success', 'info', 'skipped', 'warning', 'failure', '']
  const rows = verdicts.map(({ suite, scenarios, counts, problems }) => [
    suite,
    ...[scenarios, counts.SUCCESS, counts.INFO, counts.SKIPPED, counts.WARNING, counts.FAILURE].map(String),
    problems.length === 0 ? 'ok' : `${problems.length} problems`,
  ])
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => row[column]!.length)))
  const lines = [header, ...rows].map((row) => row.map((cell, column) => cell.padEnd(widths[column]!)).join('  '))
  const problems = verdicts.flatMap((verdict) => verdict.problems.map((problem) => `${verdict.suite}: ${problem}`))
  return [...lines.map((line) => line.trimEnd()), ...problems].join('\n')
}
