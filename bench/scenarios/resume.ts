import { createTemporarySchema, startPostgres } from '../../test/postgres.ts'
import type { System } from '../durable/conversation.ts'
import { measureResumes, type Resume } from '../durable/measure-resume.ts'
import { readSchemaSize } from '../durable/schema-size.ts'
import { openInMemory, openSystem, type SystemName } from '../durable/systems.ts'
import { atMost, type Finding, joinFindings, type Target, toCell } from '../report.ts'
import type { Scenario } from '../scenario.ts'

const WAITS = [1, 10, 100, 1000]
const ROUNDS = 11

export const resume: Scenario = {
  name: 'resume',
  about:
    'A run that works, asks and is answered, over and over; what one more answer costs after so many, until the next ' +
    'question is open. Ours goes on in place, or is rebuilt from its journal, as after a restart. LangGraph runs the node ' +
    'that asks again for each answer: with the loop in a node that is everything said before, with a node for the work and ' +
    'one for the question it is the question. DBOS goes on in place, woken by its table; after a restart it runs its ' +
    'workflow again. The counts are what the author’s code ran for that one answer. All on Postgres are on the same one, ' +
    'on this machine and without fsync; bytes are those of the rows of one run that waits, as they are stored, without ' +
    'indexes. In memory, too, ours writes a stream as JSON under a fence, so that a run is driven once and no reader can change it: more ' +
    'than half of the time there. LangGraph keeps every checkpoint, and with the loop in a node nothing but the answers, which is why it does all ' +
    'work again; nothing is held against that. Ours in place is held against all others, rebuilt against those that hold ' +
    'nothing in memory.',

  async measure({ quick, peers }) {
    const waits = quick ? WAITS.slice(0, 2) : WAITS
    const rounds = quick ? 2 : ROUNDS
    return joinFindings([
      await measureMemory(() => openInMemory(peers.langgraph), waits, rounds),
      await measurePostgres(peers.langgraph !== undefined, waits, rounds),
    ])
  },
}

async function measureMemory(open: () => Promise<System[]>, waits: readonly number[], rounds: number) {
  const systems = await open()
  const resumes = await measureResumes(systems, waits, rounds, async () => 0)
  return toFinding('in memory', resumes)
}

async function measurePostgres(hasPeers: boolean, waits: readonly number[], rounds: number): Promise<Finding> {
  await using opened = new AsyncDisposableStack()
  const postgres = await startPostgres()
  opened.defer(() => postgres.stop())
  const names: SystemName[] = ['ours', 'ours-rebuilt']
  if (hasPeers) names.push('langgraph-node', 'langgraph-edges', 'dbos')
  const systems: System[] = []
  const schemas = new Map<System, string>()
  for (const name of names) {
    const { schema, drop } = createTemporarySchema(postgres.url)
    opened.defer(drop)
    const system = opened.use(await openSystem(name, { url: postgres.url, schema }))
    systems.push(system)
    schemas.set(system, schema)
  }
  const readBytes = (system: System) => readSchemaSize(postgres.url, schemas.get(system)!)
  return toFinding('on Postgres', await measureResumes(systems, waits, rounds, readBytes))
}

function toFinding(where: string, resumes: readonly Resume[]): Finding {
  const hasBytes = resumes.some(({ bytes }) => bytes > 0)
  return {
    tables: [
      {
        title: `One more answer, ${where}`,
        head: ['', 'earlier waits', 'ms', 'bodies', 'questions', 'work', ...(hasBytes ? ['bytes stored'] : [])],
        rows: resumes.map(({ name, waits, ms, ran, bytes }) => [
          name,
          String(waits),
          toCell(ms),
          ...[ran.bodies, ran.questions, ran.work].map(String),
          ...(hasBytes ? [bytes.toFixed(0)] : []),
        ]),
      },
    ],
    targets: [...new Set(resumes.map(({ waits }) => waits))].flatMap((waits) => toTargets(where, resumes, waits)),
  }
}

const WHY_REBUILT =
  'rebuilding reads all entries of the journal and runs the tool by them from its start, while LangGraph reads its last ' +
  'checkpoint, for which the author has taken the loop apart; a run that is still in memory goes on in place'

function toTargets(where: string, resumes: readonly Resume[], waits: number): Target[] {
  const of = resumes.filter((one) => one.waits === waits)
  const [inPlace, rebuilt, ...peers] = of
  // One that does the work of all earlier answers again does something else.
  const others = peers.filter(({ ran }) => ran.work === 1)
  if (others.length === 0) return []
  const fastest = (some: readonly Resume[]) => Math.min(...some.map(({ ms }) => ms.median))
  const restarted = others.filter(({ ran }) => ran.bodies > 0)
  const what = `an answer after ${waits}, ${where}`
  const targets = [
    atMost(`${what}: in place, against the best peer`, inPlace!.ms.median / fastest(others), 1, '×'),
    atMost(`${what}: rebuilt, against the best peer`, rebuilt!.ms.median / fastest(restarted), 1, '×', WHY_REBUILT),
  ]
  if (inPlace!.bytes === 0) return targets
  const least = Math.min(...others.map(({ bytes }) => bytes))
  return [...targets, atMost(`${what}: bytes stored, against the best peer`, inPlace!.bytes / least, 1, '×')]
}
