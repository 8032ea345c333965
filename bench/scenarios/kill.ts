import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../test/postgres.ts'
import { type Aftermath, type Kill, killAndFinish } from '../durable/measure-kill.ts'
import type { SystemName } from '../durable/systems.ts'
import { toSpread } from '../measure.ts'
import { atMost, type Finding, toCell } from '../report.ts'
import type { Scenario } from '../scenario.ts'

const QUESTIONS = 10
const KILLS: readonly Kill[] = [0, 4, 9].flatMap((at): Kill[] => [
  { when: 'waiting', at },
  { when: 'working', at },
])

const SYSTEMS: readonly { system: SystemName; name: string; isOurs?: true }[] = [
  { system: 'ours', name: 'ours', isOurs: true },
  { system: 'ours-once', name: 'ours, steps `once`', isOurs: true },
  { system: 'langgraph-node', name: 'LangGraph, the loop in a node' },
  { system: 'langgraph-edges', name: 'LangGraph, the loop in its edges' },
  { system: 'dbos', name: 'DBOS' },
]

export const kill: Scenario = {
  name: 'kill',
  about:
    `A run of ${QUESTIONS} pieces of work with a question after each, on Postgres, whose process is killed, by SIGKILL; ` +
    'another process finishes it. Each piece of work that is done writes a line into a file of its own, and ' +
    'the lines are counted. A process is killed while a question waits, or in the middle of a piece of work: done, and ' +
    'not recorded. No system can know of that piece, so all but `once` do it again; `once` tells the tool instead. ' +
    'Questions are those that the second process ran, to ask or to remember. The time is from the start of the second ' +
    'process to the end of the run, most of it for loading what it needs.',

  async measure({ quick, peers }) {
    const systems = SYSTEMS.filter(({ isOurs }) => isOurs || peers.langgraph !== undefined)
    const kills = quick ? KILLS.slice(2, 4) : KILLS
    const rounds = await killAll(systems, kills)
    const of = (system: SystemName, when?: Kill['when']) =>
      rounds.filter((round) => round.system === system && (when === undefined || round.when === when))
    const sum = (some: readonly Aftermath[], what: 'repeated' | 'missing' | 'questions') =>
      some.reduce((total, round) => total + round[what], 0)
    return {
      tables: [
        {
          title: `How often work was done again, over ${kills.length / 2} kills of each kind and ${QUESTIONS} pieces of work each`,
          head: ['', 'killed while it waits', 'killed at work', 'never done', 'right in the end', 'questions', 'ms'],
          rows: systems.map(({ system, name }) => [
            name,
            String(sum(of(system, 'waiting'), 'repeated')),
            String(sum(of(system, 'working'), 'repeated')),
            String(sum(of(system), 'missing')),
            `${of(system).filter(({ isRight }) => isRight).length} of ${of(system).length}`,
            String(sum(of(system), 'questions')),
            toCell(toSpread(of(system).map(({ ms }) => ms))),
          ]),
        },
      ],
      targets: [
        atMost('work done again by ours, killed while it waits', sum(of('ours', 'waiting'), 'repeated'), 0, ''),
        atMost('work done again by `once`, wherever it is killed', sum(of('ours-once'), 'repeated'), 0, ''),
        atMost('runs of ours that came to something else', toWrong([...of('ours'), ...of('ours-once')]), 0, ''),
      ],
    } satisfies Finding
  },
}

const toWrong = (rounds: readonly Aftermath[]): number => rounds.filter(({ isRight }) => !isRight).length

async function killAll(systems: typeof SYSTEMS, kills: readonly Kill[]) {
  await using opened = new AsyncDisposableStack()
  const postgres = await startPostgres()
  opened.defer(() => postgres.stop())
  const folder = mkdtempSync(join(tmpdir(), 'kill-bench-'))
  opened.defer(() => rmSync(folder, { recursive: true }))
  const rounds: (Aftermath & { system: SystemName; when: Kill['when'] })[] = []
  for (const kill of kills) {
    for (const { system } of systems) {
      const aftermath = await killAndFinish(system, { url: postgres.url, folder, questions: QUESTIONS, kill })
      rounds.push({ ...aftermath, system, when: kill.when })
    }
  }
  return rounds
}
