import { PATHS, type PathName } from './path.ts'
import type { Cell, Group, Row } from './row.ts'

/** What the suite tests on NATS. */
export const NATS_SHORT: { rows: readonly string[]; paths: readonly PathName[] } = {
  rows: ['once', 'frozen', 'resume'],
  paths: ['chat', 'debate'],
}

const INTRODUCTION = `# Promises

A tool keeps these promises on every path on which it can run. Each ✓ is a test that \`npm test\` runs
([test/promises.test.ts](../test/promises.test.ts)); a cell without one says why. This page is written from the table that the
tests run ([table.ts](../test/promises/table.ts)). The numbers name invariants: R at the top of
[run.ts](../packages/framework/src/tools/run.ts), D at the top of [driver.ts](../packages/framework/src/log/driver.ts).

| path | what it is | in the tests |
|---|---|---|
| script | \`runScript\`, in a test of yours | a script that is played again with each answer |
| terminal | \`runInTerminal\` and \`sweatpants call\` | a person who types into a stream |
| MCP 2025 | \`serveMcp\`, 2025-11-25 | the official client, on an open session |
| MCP 2026 sealed | \`serveMcp\`, 2026-07-28, the journal in the \`requestState\` | the official client, round by round |
| MCP 2026 stored | the same with \`.carrier('stored')\` | the official client, round by round |
| task | the same with \`.task('required')\` | requests by hand: the official client has no tasks |
| chat | \`createChat\` | \`createChatClient\`, over HTTP and server-sent events |
| debate round | \`createRoundtable\` | the official client, with models that the test answers for |

Servers share a SQLite file with their successors. \`npm run test:matrix\` tests every cell once more on NATS
([test/promises-nats.test.ts](../test/promises-nats.test.ts)) and on Postgres ([test/promises-postgres.test.ts](../test/promises-postgres.test.ts)): no promise
is weaker on one of them. \`npm test\` includes kills, a freeze and \`once\` on NATS. Where a promise is about a kill or a freeze, each server is a process of its own that
gets SIGKILL or SIGSTOP.
`

/** The page that shows the table. */
export const toPage = (groups: readonly Group[]): string => [INTRODUCTION, ...groups.map(toSection)].join('\n')

function toSection({ title, invariants, file, rows }: Group): string {
  const names = Object.keys(PATHS) as PathName[]
  const from = invariants.length === 0 ? '' : `${invariants.join(', ')}. `
  return [
    `## ${title}\n`,
    `${from}Tests: [${file}](../test/promises/checks/${file}).\n`,
    `| promise | ${names.map((name) => PATHS[name]).join(' | ')} |`,
    `|---|${names.map(() => ':-:|').join('')}`,
    ...rows.map((row) => toLine(row, names)),
    '',
  ].join('\n')
}

const toLine = ({ promise, proof, cells }: Row, names: readonly PathName[]): string =>
  `| ${promise}<br><sub>${proof}</sub> | ${names.map((name) => toMark(cells[name])).join(' | ')} |`

const toMark = (cell: Cell): string => (typeof cell === 'string' ? `<sub>${cell}</sub>` : '✓')
