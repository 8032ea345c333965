import { createMcpTool } from '@sweatpants/framework'
import { serveMcp } from '@sweatpants/framework/mcp'

let cancelled = 0

const wait = createMcpTool('wait')
  .description('Waits until it is cancelled')
  .execute(function* (_, ctx) {
    yield* ctx.notify('waiting')
    yield* ctx.step('wait', ({ signal }) => {
      const { promise, reject } = Promise.withResolvers<void>()
      signal.addEventListener('abort', () => {
        cancelled++
        reject(signal.reason)
      })
      return promise
    })
    return 'not cancelled'
  })
  .build()

const count = createMcpTool('count')
  .description('Returns how often the other tool was cancelled')
  .execute(function* () {
    return String(cancelled)
  })
  .build()

export const cancelling = [wait, count]

// Workers notice that a client has gone when something is sent to it.
export default serveMcp({ name: 'cancelling', version: '1.0.0', tools: cancelling, limits: { heartbeat: 500 } })
