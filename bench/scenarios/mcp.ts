import { buildServers } from '../mcp/build-servers.ts'
import { answerQuestion, greet } from '../mcp/client.ts'
import { measureColdStarts } from '../mcp/cold-start.ts'
import { type Contestant, type Load, type LoadEffort, measureLoad } from '../mcp/load.ts'
import type { Revision } from '../mcp/messages.ts'
import type { ServerKind, Wire } from '../mcp/server-process.ts'
import { atMost, digits, type Finding, type Table, type Target, toCell } from '../report.ts'
import type { Scenario } from '../scenario.ts'

const CALLERS = [1, 16, 64]
const TOOLS = [1, 10, 200]

const LIMIT = 3
const COLD_START_LIMIT = 2
/** How much more a call may cost among many tools than alone; the rest is noise. */
const GROWTH_LIMIT = 1.15

const FLOOR = 'floor'
const OURS = 'ours'
const SDK = 'official SDK'
const FASTMCP = 'fastmcp'

const PROGRAMS: Readonly<Record<string, string>> = {
  [FLOOR]: 'floor',
  [OURS]: 'ours',
  [SDK]: 'sdk',
  [FASTMCP]: 'fastmcp',
}

const WIRES: readonly { wire: Wire; revision: Revision; title: string }[] = [
  { wire: 'http', revision: '2026', title: 'HTTP, 2026-07-28' },
  { wire: 'http', revision: '2025', title: 'HTTP, 2025-11-25 in sessions' },
  { wire: 'stdio', revision: '2026', title: 'stdio, 2026-07-28' },
  { wire: 'stdio', revision: '2025', title: 'stdio, 2025-11-25' },
]

export const mcp: Scenario = {
  name: 'mcp',
  about:
    '`tools/call` of a tool that checks one parameter with zod and returns a short text. Servers run in processes of ' +
    'their own, ours as it is built. Over HTTP each caller has a connection, and in 2025-11-25 a session, of its own; ' +
    'over stdio all share a pipe. The floor reads a JSON-RPC message and writes an answer, and checks nothing; for calls ' +
    'that ask there is also one that seals its state with AES-256-GCM, and the target is held against that. ' +
    'Microseconds are the server’s processor time for each call. Which schema library a start has to load is the tool ' +
    'author’s choice, so with zod the target is held against a floor that loads zod too; the tables give everything ' +
    'against the floor that does not.',

  async measure({ quick, peers }) {
    buildServers()
    const effort = quick ? { rounds: 1, roundMs: 25, warmUpMs: 60 } : { rounds: 7, roundMs: 250, warmUpMs: 2000 }
    const hasPeers = peers.versions.fastmcp !== undefined
    const finding: Finding = { tables: [], targets: [] }
    for (const part of [measureCalls, measureQuestions, measureGrowth, measureStarts]) {
      const { tables, targets } = await part(effort, hasPeers)
      finding.tables.push(...tables)
      finding.targets.push(...targets)
    }
    return finding
  },
}

async function measureCalls(effort: LoadEffort, hasPeers: boolean): Promise<Finding> {
  const finding: Finding = { tables: [], targets: [] }
  for (const { wire, revision, title } of WIRES) {
    const rivals = hasPeers ? (revision === '2025' ? [SDK, FASTMCP] : [SDK]) : []
    const loads = await measureLoad(
      [FLOOR, OURS, ...rivals].map((name) => toContestant({ name, wire, revision })),
      CALLERS,
      effort,
    )
    finding.tables.push(toTable(title, loads))
    for (const callers of CALLERS) finding.targets.push(...toTargets(title, loads, callers, FLOOR))
  }
  return finding
}

const SEALING = 'floor, sealing'

/** A floor whose state anybody could forge would be no floor, so ours is held against one that seals it. */
async function measureQuestions(effort: LoadEffort, hasPeers: boolean): Promise<Finding> {
  const finding: Finding = { tables: [], targets: [] }
  for (const wire of ['http', 'stdio'] as const) {
    const kinds: Omit<ServerKind, 'program'>[] = [FLOOR, SEALING, OURS, ...(hasPeers ? [SDK] : [])].map((name) => ({
      name,
      wire,
      revision: '2026',
      ...(name === SEALING && { env: { SEALS: 'yes' } }),
    }))
    const contestants = kinds.map((kind) => ({ ...toContestant(kind), tool: 'ask', work: answerQuestion }))
    const loads = await measureLoad(contestants, CALLERS, effort)
    const title = `A call that asks one question, ${wire === 'http' ? 'HTTP' : wire}, 2026-07-28`
    finding.tables.push(toTable(title, loads))
    for (const callers of CALLERS) finding.targets.push(...toTargets(title, loads, callers, SEALING))
  }
  return finding
}

async function measureGrowth(effort: LoadEffort, hasPeers: boolean): Promise<Finding> {
  const callers = 16
  const names = [OURS, ...(hasPeers ? [SDK] : [])]
  const loads = await measureLoad(
    names.flatMap((name) =>
      TOOLS.map((tools) => toContestant({ name, wire: 'http', revision: '2026', env: { TOOLS: String(tools) } })),
    ),
    [callers],
    effort,
  )
  const rows = names.map((name) => loads.filter(({ kind }) => kind.name === name))
  const growth = (of: readonly Load[]) => of.at(-1)!.cpu.median / of[0]!.cpu.median
  return {
    tables: [
      {
        title: `Among so many tools: HTTP, 2026-07-28, ${callers} callers`,
        head: ['', ...TOOLS.map((tools) => `${tools} tools, µs`), 'growth'],
        rows: rows.map((of, i) => [names[i]!, ...of.map(({ cpu }) => toCell(cpu)), `${digits(growth(of))}×`]),
      },
    ],
    targets: [atMost(`among ${TOOLS.at(-1)} tools, against one`, growth(rows[0]!), GROWTH_LIMIT, '×')],
  }
}

async function measureStarts({ rounds }: LoadEffort, hasPeers: boolean): Promise<Finding> {
  const finding: Finding = { tables: [], targets: [] }
  for (const wire of ['http', 'stdio'] as const) {
    const modern = { wire, revision: '2026' } as const
    const withZod = { env: { SCHEMA: 'zod' } }
    const kinds: ServerKind[] = [
      { ...modern, name: FLOOR, program: 'floor' },
      { ...modern, name: 'floor that loads zod', program: 'floor', ...withZod },
      { ...modern, name: 'ours, parameters by jsonSchema()', program: 'ours', env: { SCHEMA: 'json' } },
      { ...modern, name: 'ours, parameters by zod', program: 'ours' },
      { ...modern, name: 'ours, parameters by zod, from source', program: 'ours', source: true },
      { ...modern, name: 'ours, parameters by zod, 2025-11-25', program: 'ours', revision: '2025' },
      ...(hasPeers
        ? ([
            { ...modern, name: SDK, program: 'sdk' },
            { ...modern, name: `${SDK}, 2025-11-25`, program: 'sdk', revision: '2025' },
            { ...modern, name: `${FASTMCP}, 2025-11-25`, program: 'fastmcp', revision: '2025' },
          ] as const)
        : []),
    ]
    const spreads = await measureColdStarts(kinds, rounds)
    const ratio = (i: number, to: number) => spreads[i]!.median / spreads[to]!.median
    const title = `From the start of the process to its first answer, ${wire === 'http' ? 'HTTP' : wire}`
    finding.tables.push({
      title,
      head: ['', 'ms', 'against the floor'],
      rows: kinds.map(({ name }, i) => [name, toCell(spreads[i]!), `${digits(ratio(i, 0))}×`]),
    })
    finding.targets.push(
      atMost(`cold start, ${wire}, without zod against the floor`, ratio(2, 0), COLD_START_LIMIT, '×'),
      atMost(`cold start, ${wire}, with zod against a floor that loads zod`, ratio(3, 1), COLD_START_LIMIT, '×'),
    )
  }
  return finding
}

function toContestant(kind: Omit<ServerKind, 'program'>): Contestant {
  const program = PROGRAMS[kind.name] ?? 'floor'
  return { kind: { ...kind, program }, tool: 'greet', work: greet(kind.revision) }
}

function toTable(title: string, loads: readonly Load[]): Table {
  return {
    title,
    head: ['', 'callers', 'µs', 'against the floor', 'calls/s', 'p50 ms', 'p99 ms'],
    rows: loads.map((load) => [
      load.kind.name,
      String(load.callers),
      toCell(load.cpu),
      `${digits(load.cpu.median / cpuOf(loads, load.callers, FLOOR))}×`,
      load.perSecond.toFixed(0),
      digits(load.p50),
      digits(load.p99),
    ]),
  }
}

function toTargets(title: string, loads: readonly Load[], callers: number, floor: string): Target[] {
  const ours = cpuOf(loads, callers, OURS)
  const rivals = loads.filter(({ kind }) => kind.name !== OURS && !kind.name.startsWith(FLOOR))
  const fastest = Math.min(...rivals.filter((load) => load.callers === callers).map(({ cpu }) => cpu.median))
  const where = `${title}, ${callers} callers`
  return [
    atMost(`${where}: against the ${floor}`, ours / cpuOf(loads, callers, floor), LIMIT, '×'),
    ...(rivals.length > 0 ? [atMost(`${where}: against the best peer`, ours / fastest, 1, '×')] : []),
  ]
}

const cpuOf = (loads: readonly Load[], callers: number, name: string): number =>
  loads.find((load) => load.callers === callers && load.kind.name === name)!.cpu.median
