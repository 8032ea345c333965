import { type KeptConversation, keepOurs, keepUiMessages } from '../chat/kept-conversation.ts'
import { toSpread } from '../measure.ts'
import { atMost, digits, type Finding, toCell } from '../report.ts'
import type { Scenario } from '../scenario.ts'

const MESSAGES = [100, 1000, 4000]
const WARM_UP_ROUNDS = 2

const WHY =
  'the first request for a session opens it: it prepares its statements, reads the kept state and the patches since, and ' +
  'reduces them; the file of messages is as it is sent'

export const reload: Scenario = {
  name: 'reload',
  about:
    'A page that opens a long conversation again, milliseconds of the clock until its messages are there, without the ' +
    'network. Ours is a SQLite file with every patch of it, and a state that was kept some turns ago; the server was asked ' +
    'for it before, or has just started. The AI SDK stores nothing itself; its documentation keeps a file with the messages as JSON, checks them by ' +
    '`validateUIMessages`, and has the page send all of them with each new one; unchecked is the least that such a file ' +
    'can cost, and nothing is held against it.',

  async measure({ quick }) {
    const sizes = quick ? MESSAGES.slice(0, 2) : MESSAGES
    const finding: Finding = { tables: [], targets: [] }
    const rows: string[][] = []
    for (const messages of sizes) {
      using kept = new DisposableStack()
      const all = [
        await keepOurs(messages, true),
        await keepOurs(messages, false),
        keepUiMessages(messages, true),
        keepUiMessages(messages, false),
      ]
      for (const one of all) kept.use(one)
      const spreads = await measureReloads(all, messages, quick ? 2 : 15)
      rows.push(...all.map(({ name, sent }, i) => [name, String(messages), toCell(spreads[i]!), digits(sent / 1000)]))
      const ratio = (i: number) => spreads[i]!.median / spreads[2]!.median
      finding.targets.push(
        atMost(`${messages} messages: against the AI SDK, checked`, ratio(0), 1, '×'),
        atMost(`${messages} messages, just started: against the AI SDK, checked`, ratio(1), 1, '×', WHY),
      )
    }
    finding.tables.push({
      title: 'A conversation opened again, and what the page sends to go on with it',
      head: ['', 'messages', 'ms', 'kB sent'],
      rows,
    })
    return finding
  },
}

async function measureReloads(all: readonly KeptConversation[], messages: number, rounds: number) {
  const times = all.map((): number[] => [])
  for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
    for (const [i, { name, open }] of all.entries()) {
      await using server = await open()
      const start = performance.now()
      const count = await server.reload()
      const ms = performance.now() - start
      if (count !== messages) throw new Error(`${name} was to have ${messages} messages, and has ${count}`)
      if (round >= 0) times[i]!.push(ms)
    }
  }
  return times.map(toSpread)
}
