import { buildServers } from '../mcp/build-servers.ts'
import { answerQuestions } from '../mcp/client.ts'
import {
  againstFloor,
  againstPeers,
  FLOOR,
  OURS,
  PEERS,
  REVISIONS,
  toContestant,
  toEffort,
  toTable,
  toWireName,
} from '../mcp/contestants.ts'
import { measureLoad } from '../mcp/load.ts'
import type { Revision } from '../mcp/messages.ts'
import type { Wire } from '../mcp/server-process.ts'
import { type Finding, joinFindings } from '../report.ts'
import type { Scenario } from '../scenario.ts'

const SEALING = 'floor, sealing'

/** A floor with a forgeable state would be no floor, so ours is compared with one that seals it. */
const FLOORS: Readonly<Record<Revision, readonly string[]>> = { '2025': [], '2026': [FLOOR, SEALING] }

const WHY =
  'in 2025-11-25 ours asks through a session of the official SDK 2, and records beside it what was asked and answered; ' +
  'version 1 of that SDK asks for less, and records nothing'

const TOOLS = [
  { tool: 'ask', title: 'A call that asks one question', callers: [1, 16, 64] },
  { tool: 'ask_thrice', title: 'A call that asks three, one after another', callers: [16] },
] as const

export const questions: Scenario = {
  name: 'questions',
  about:
    'A call that asks before it answers, and is answered at once. In 2025-11-25 the server asks while the call is open; in ' +
    '2026-07-28 the call ends with its questions and comes again with the answers, and its progress travels in ' +
    'a state that the client must not forge: ours seals it with AES-256-GCM, and runs the tool again by its journal; the ' +
    'official SDK signs what its author puts there, and leaves the rest to the author. The floors remember a number, one ' +
    'of them sealed; they have no sessions, so in 2025-11-25 everything is given against ours. Microseconds are ' +
    'the server’s processor time for the whole call.',

  async measure({ quick, peers }) {
    buildServers()
    const hasPeers = peers.versions.fastmcp !== undefined
    const findings: Finding[] = []
    for (const asking of TOOLS) {
      for (const revision of ['2026', '2025'] as const) {
        for (const wire of ['http', 'stdio'] as const) {
          findings.push(await measureAsking({ ...asking, revision, wire, quick, hasPeers }))
        }
      }
    }
    return joinFindings(findings)
  },
}

interface Asking {
  tool: string
  title: string
  callers: readonly number[]
  revision: Revision
  wire: Wire
  quick: boolean
  hasPeers: boolean
}

async function measureAsking({ tool, title, callers, revision, wire, quick, hasPeers }: Asking): Promise<Finding> {
  const work = answerQuestions(revision, tool)
  const names = [...FLOORS[revision], OURS, ...(hasPeers ? PEERS[revision] : [])]
  const contestants = names.map((name) => {
    const kind = { name, wire, revision, ...(name === SEALING && { env: { SEALS: 'yes' } }) }
    return { ...toContestant(kind), tool, work }
  })
  const loads = await measureLoad(contestants, callers, toEffort(quick))
  const where = `${title}, ${toWireName(wire)}, ${REVISIONS[revision]}`
  return {
    tables: [toTable(where, loads)],
    targets: callers.flatMap((count) => [
      ...(FLOORS[revision].includes(SEALING) ? [againstFloor(where, loads, count, SEALING)] : []),
      ...againstPeers(where, loads, count, revision === '2025' ? WHY : undefined),
    ]),
  }
}
