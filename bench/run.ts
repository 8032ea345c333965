import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { loadPeers } from './peers.ts'
import { type Finding, toMarkdown, toTargetTable } from './report.ts'
import { judge, toResults } from './results.ts'
import { branches } from './scenarios/branches.ts'
import { chat } from './scenarios/chat.ts'
import { coldStart } from './scenarios/cold-start.ts'
import { effect } from './scenarios/effect.ts'
import { idle } from './scenarios/idle.ts'
import { inbox } from './scenarios/inbox.ts'
import { kill } from './scenarios/kill.ts'
import { langgraph } from './scenarios/langgraph.ts'
import { manyTools } from './scenarios/many-tools.ts'
import { mcp } from './scenarios/mcp.ts'
import { memory } from './scenarios/memory.ts'
import { models } from './scenarios/models.ts'
import { nodes } from './scenarios/nodes.ts'
import { page } from './scenarios/page.ts'
import { parsing } from './scenarios/parsing.ts'
import { questions } from './scenarios/questions.ts'
import { reload } from './scenarios/reload.ts'
import { replay } from './scenarios/replay.ts'
import { resume } from './scenarios/resume.ts'
import { returning } from './scenarios/return.ts'
import { runsList } from './scenarios/runs-list.ts'
import { stores } from './scenarios/stores.ts'
import { turn } from './scenarios/turn.ts'
import { waiting } from './scenarios/waiting.ts'

const scenarios = [
  returning,
  effect,
  parsing,
  replay,
  branches,
  memory,
  langgraph,
  resume,
  kill,
  mcp,
  questions,
  manyTools,
  coldStart,
  waiting,
  models,
  chat,
  reload,
  nodes,
  turn,
  stores,
  idle,
  runsList,
  inbox,
  page,
]
const args = process.argv.slice(2)
const quick = args.includes('--quick')
const names = args.filter((arg) => arg !== '--quick')
const unknown = names.filter((name) => !scenarios.some((scenario) => scenario.name === name))
if (unknown.length > 0) {
  console.error(`There is no scenario ${unknown.join(', ')}; there is ${scenarios.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}

const peers = await loadPeers()
const bench = { quick, peers, ...(quick ? { rounds: 3, roundMs: 4 } : { rounds: 15, roundMs: 40 }) }
const results = join(import.meta.dirname, 'RESULTS.md')
const sections: string[] = []
for (const scenario of scenarios) {
  if (names.length > 0 && !names.includes(scenario.name)) continue
  const finding = await scenario.measure(bench)
  const section = `## ${scenario.name}\n\n${sayWhen()} ${scenario.about}\n\n${toSection(finding)}`
  console.log(`${section}\n`)
  sections.push(section)
  // At once: a run that is cut off keeps what it has measured.
  if (!quick) writeFileSync(results, toResults(readFileSync(results, 'utf8'), describeMachine(), section))
}
console.log(judge(sections))
if (quick) console.log('\nRESULTS.md is left as it was: its numbers are measured without --quick.')

/** Sections can be of different runs. */
function sayWhen(): string {
  const [cpu] = cpus()
  return `Measured on ${new Date().toISOString().slice(0, 10)}, on ${cpus().length} cores of ${cpu?.model.trim()}, Node ${process.versions.node}.`
}

function toSection({ tables, targets }: Finding): string {
  return [...tables, ...(targets.length > 0 ? [toTargetTable(targets)] : [])].map(toMarkdown).join('\n\n')
}

function describeMachine(): string {
  const framework = JSON.parse(readFileSync(join(import.meta.dirname, '../packages/framework/package.json'), 'utf8'))
  const versions = Object.entries({
    '@sweatpants/framework': framework.version,
    zod: framework.devDependencies.zod,
    ai: framework.devDependencies.ai,
    '@ai-sdk/anthropic': framework.devDependencies['@ai-sdk/anthropic'],
    '@ai-sdk/openai': framework.devDependencies['@ai-sdk/openai'],
    ...peers.versions,
  })
  const [cpu] = cpus()
  return [
    '# Benchmarks',
    '',
    'Written by `npm run bench`: medians, with the middle half of the rounds in parentheses. Contenders of a table ran in turn, in one',
    'process; compare within a table.',
    '',
    `- ${cpus().length} cores of ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, ${process.platform} ${process.arch}`,
    `- ${versions.map(([name, version]) => `${name} ${version}`).join(', ')}`,
    ...(peers.effection === undefined ? ['- the peers could not be installed, so nothing is compared with them'] : []),
    `- ${bench.rounds} rounds of ${bench.roundMs} ms for each contender`,
  ].join('\n')
}
