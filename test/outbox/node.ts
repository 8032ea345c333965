import { appendFileSync } from 'node:fs'
import { createMcpTool } from '@sweatpants/framework'
import { createInbox } from '@sweatpants/framework/inbox'
import { serveMcp } from '@sweatpants/framework/mcp'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { z } from 'zod'

/** `before`: the process is killed before it has delivered a question. `after`: before the store has learnt of the delivery. */
export type Death = 'before' | 'after' | 'never'

const [path, mailbox, death] = process.argv.slice(2) as [string, string, Death]

const ask = createMcpTool('ask')
  .elicits({ approve: { response: z.object({ ok: z.boolean() }) } })
  .task('auto')
  .execute(function* (_, ctx) {
    const { action } = yield* ctx.elicit('approve', { message: 'Approve?' }, { to: 'role:manager' })
    return action
  })
  .build()

const die = () => process.kill(process.pid, 'SIGKILL')

const store = createSqliteStore(path)
const inbox = createInbox({
  store,
  retryPauses: [300],
  onQuestion({ question }) {
    if (death === 'before') die()
    appendFileSync(mailbox, `${question.id}\n`)
    if (death === 'after') die()
  },
})
const mcp = serveMcp({ name: 'outbox', version: '1.0.0', tools: [ask], store, inbox, leaseTtl: 500 })
const { url } = await mcp.listen()
process.send!(url)
process.once('disconnect', () => process.exit())
