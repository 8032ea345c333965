import { buildServers } from '../mcp/build-servers.ts'
import { measureColdStarts } from '../mcp/cold-start.ts'
import { FASTMCP, FLOOR, SDK, SDK_V1, toEffort, toWireName } from '../mcp/contestants.ts'
import type { ServerKind, Wire } from '../mcp/server-process.ts'
import { atMost, digits, type Finding, joinFindings, type Target, toCell } from '../report.ts'
import type { Scenario } from '../scenario.ts'

const LIMIT = 2

const FLOOR_WITH_ZOD = 'floor that loads zod'
const LEAST = 'ours, parameters by jsonSchema()'
const OURS = 'ours, parameters by zod'
const OURS_2025 = `${OURS}, 2025-11-25`

const WHY =
  'for sessions of 2025-11-25 ours loads the official SDK when the first client of that revision comes, so that its ' +
  'first answer waits for both; a client of 2026-07-28 never does'

const WHY_CODE =
  'ours loads the code of tools, tasks, kept calls and views before its first answer, some 500 kB, and the floor loads none; over ' +
  'HTTP both load that of Node besides'

export const coldStart: Scenario = {
  name: 'cold-start',
  about:
    'From the start of a process to its first answer to a call, milliseconds of the clock. Which schema library a start has ' +
    'to load is the tool author’s choice, so with zod ours is held against a floor that loads zod too; the tables give ' +
    'everything against the floor that does not. All peers load zod.',

  async measure({ quick, peers }) {
    buildServers()
    const hasPeers = peers.versions.fastmcp !== undefined
    const { rounds } = toEffort(quick)
    return joinFindings([await measureStarts('http', rounds, hasPeers), await measureStarts('stdio', rounds, hasPeers)])
  },
}

async function measureStarts(wire: Wire, rounds: number, hasPeers: boolean): Promise<Finding> {
  const rev2026 = { wire, revision: '2026' } as const
  const rev2025 = { wire, revision: '2025' } as const
  const rivals: ServerKind[] = [
    { ...rev2026, name: SDK, program: 'sdk' },
    { ...rev2025, name: `${SDK}, 2025-11-25`, program: 'sdk' },
    { ...rev2025, name: `${SDK_V1}, 2025-11-25`, program: 'sdk-v1' },
    { ...rev2025, name: `${FASTMCP}, 2025-11-25`, program: 'fastmcp' },
  ]
  const kinds: ServerKind[] = [
    { ...rev2026, name: FLOOR, program: 'floor' },
    { ...rev2026, name: FLOOR_WITH_ZOD, program: 'floor', env: { SCHEMA: 'zod' } },
    { ...rev2026, name: LEAST, program: 'ours', env: { SCHEMA: 'json' } },
    { ...rev2026, name: OURS, program: 'ours' },
    { ...rev2026, name: `${OURS}, from source`, program: 'ours', source: true },
    { ...rev2025, name: OURS_2025, program: 'ours' },
    ...(hasPeers ? rivals : []),
  ]
  const spreads = await measureColdStarts(kinds, rounds)
  const msOf = (name: string) => spreads[kinds.findIndex((kind) => kind.name === name)]!.median
  const ratio = (name: string, to: number) => msOf(name) / to
  const best = (revision: string) =>
    Math.min(...rivals.filter((kind) => kind.revision === revision).map(({ name }) => msOf(name)))
  const where = `cold start, ${toWireName(wire)}`
  const againstPeers = (): Target[] => [
    atMost(`${where}, 2026-07-28, with zod against the best peer`, ratio(OURS, best('2026')), 1, '×'),
    atMost(`${where}, 2025-11-25, with zod against the best peer`, ratio(OURS_2025, best('2025')), 1, '×', WHY),
  ]
  return {
    tables: [
      {
        title: `From the start of the process to its first answer, ${toWireName(wire)}`,
        head: ['', 'ms', 'against the floor'],
        rows: kinds.map(({ name }, i) => [name, toCell(spreads[i]!), `${digits(ratio(name, msOf(FLOOR)))}×`]),
      },
    ],
    targets: [
      atMost(`${where}, without zod against the floor`, ratio(LEAST, msOf(FLOOR)), LIMIT, '×', WHY_CODE),
      atMost(`${where}, with zod against a floor that loads zod`, ratio(OURS, msOf(FLOOR_WITH_ZOD)), LIMIT, '×'),
      ...(hasPeers ? againstPeers() : []),
    ],
  }
}
