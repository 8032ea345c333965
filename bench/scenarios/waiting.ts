import { buildServers } from '../mcp/build-servers.ts'
import { OURS, PEERS, REVISIONS, toContestant, toWireName } from '../mcp/contestants.ts'
import type { Revision } from '../mcp/messages.ts'
import type { Wire } from '../mcp/server-process.ts'
import { type Weight, weighWaiting } from '../mcp/wait.ts'
import { toSpread } from '../measure.ts'
import { atMost, type Finding, joinFindings, toCell } from '../report.ts'
import type { Scenario } from '../scenario.ts'

const CALLS = [1000, 10_000]
/** The heap of an idle server varies by some hundred kilobytes, which matters when it is divided by a thousand calls. */
const NOTHING = 500

const WHY =
  'ours holds the run of the tool, with its journal, beside the request that waits in the session; over HTTP the connection ' +
  'that waits with it outweighs that'

export const waiting: Scenario = {
  name: 'waiting',
  about:
    'Memory that a server holds for each call that waits for an answer, heap and buffers, once all garbage is collected. In ' +
    '2025-11-25 a call is held while it waits: over HTTP with its connection, all in one session. In 2026-07-28 the client ' +
    'holds it, as a state of so many bytes, and the server nothing.',

  async measure({ quick, peers }) {
    buildServers()
    const hasPeers = peers.versions.fastmcp !== undefined
    const calls = quick ? [500] : CALLS
    const findings: Finding[] = []
    for (const revision of ['2025', '2026'] as const) {
      for (const wire of ['stdio', 'http'] as const) {
        findings.push(await weighAll(wire, revision, hasPeers, calls))
      }
    }
    return joinFindings(findings)
  },
}

/** Memory hardly varies between rounds; with many calls, one round is enough. */
const toRounds = (calls: number): number => (calls === 1000 ? 3 : 1)

async function weighAll(wire: Wire, revision: Revision, hasPeers: boolean, calls: readonly number[]): Promise<Finding> {
  const names = [OURS, ...(hasPeers ? PEERS[revision] : [])]
  const lanes = names.flatMap((name) => calls.map((count) => ({ name, count, weights: [] as Weight[] })))
  for (let round = 0; round < Math.max(...calls.map(toRounds)); round++) {
    for (const { name, count, weights } of lanes) {
      if (round >= toRounds(count)) continue
      weights.push(await weighWaiting(toContestant({ name, wire, revision }).kind, count))
    }
  }
  const measured = lanes.map(({ name, count, weights }) => ({
    name,
    count,
    server: toSpread(weights.map(({ server }) => Math.max(0, server))),
    client: toSpread(weights.map(({ client }) => client)),
  }))
  const where = `${toWireName(wire)}, ${REVISIONS[revision]}`
  return {
    tables: [
      {
        title: `Bytes for each waiting call, ${where}`,
        head: ['', 'waiting calls', 'server', 'client'],
        rows: measured.map(({ name, count, server, client }) => [
          name,
          String(count),
          toCell(server),
          client.median === 0 ? '' : client.median.toFixed(0),
        ]),
      },
    ],
    targets: calls.flatMap((count) => {
      const of = measured.filter((one) => one.count === count)
      const [ours, ...others] = of.map(({ server }) => server.median)
      const what = `${count} waiting calls, ${where}`
      if (revision === '2026') return [atMost(`${what}: a call`, ours!, NOTHING, ' B')]
      return others.length === 0
        ? []
        : [atMost(`${what}: against the best peer`, ours! / Math.min(...others), 1, '×', WHY)]
    }),
  }
}
