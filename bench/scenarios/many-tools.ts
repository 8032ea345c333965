import { buildServers } from '../mcp/build-servers.ts'
import { OURS, SDK, toContestant, toEffort } from '../mcp/contestants.ts'
import { type Load, measureLoad } from '../mcp/load.ts'
import { atMost, digits, toCell } from '../report.ts'
import type { Scenario } from '../scenario.ts'

const TOOLS = [1, 10, 100, 1000]
const CALLERS = 16
/** The allowed ratio between the cost of a call with many tools and with one. */
const LIMIT = 1.15

export const manyTools: Scenario = {
  name: 'many-tools',
  about:
    'The call of the scenario `mcp`, over HTTP in 2026-07-28, of one tool among so many that a server has. The official SDK ' +
    'makes a server of all tools for each request.',

  async measure({ quick, peers }) {
    buildServers()
    const names = [OURS, ...(peers.versions.fastmcp === undefined ? [] : [SDK])]
    const contestants = names.flatMap((name) =>
      TOOLS.map((tools) => toContestant({ name, wire: 'http', revision: '2026', env: { TOOLS: String(tools) } })),
    )
    const loads = await measureLoad(contestants, [CALLERS], toEffort(quick))
    const rows = names.map((name) => loads.filter(({ kind }) => kind.name === name))
    const growth = (of: readonly Load[]) => of.at(-1)!.cpu.median / of[0]!.cpu.median
    return {
      tables: [
        {
          title: `Microseconds of the server’s processor time for each call, ${CALLERS} callers`,
          head: ['', ...TOOLS.map((tools) => (tools === 1 ? '1 tool' : `${tools} tools`)), 'growth'],
          rows: rows.map((of, i) => [names[i]!, ...of.map(({ cpu }) => toCell(cpu)), `${digits(growth(of))}×`]),
        },
      ],
      targets: [atMost(`among ${TOOLS.at(-1)} tools, against one`, growth(rows[0]!), LIMIT, '×')],
    }
  },
}
