import { buildServers } from '../mcp/build-servers.ts'
import { againstFloor, againstPeers, FLOOR, OURS, PEERS, toContestant, toEffort, toTable } from '../mcp/contestants.ts'
import { measureLoad } from '../mcp/load.ts'
import type { Revision } from '../mcp/messages.ts'
import type { Wire } from '../mcp/server-process.ts'
import type { Finding } from '../report.ts'
import type { Scenario } from '../scenario.ts'

const CALLERS = [1, 16, 64]

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
    'over stdio all share a pipe. The floor reads a JSON-RPC message and writes an answer, and checks nothing. ' +
    'Microseconds are the server’s processor time for each call. That a call can be cancelled, kept by any node and found again by ' +
    'a repeated request (one driver, exactly once) costs ours about 4 µs of each call over stdio.',

  async measure({ quick, peers }) {
    buildServers()
    const finding: Finding = { tables: [], targets: [] }
    for (const { wire, revision, title } of WIRES) {
      const names = [FLOOR, OURS, ...(peers.versions.fastmcp === undefined ? [] : PEERS[revision])]
      const contestants = names.map((name) => toContestant({ name, wire, revision }))
      const loads = await measureLoad(contestants, CALLERS, toEffort(quick))
      finding.tables.push(toTable(title, loads))
      for (const callers of CALLERS) {
        finding.targets.push(againstFloor(title, loads, callers, FLOOR), ...againstPeers(title, loads, callers))
      }
    }
    return finding
  },
}
