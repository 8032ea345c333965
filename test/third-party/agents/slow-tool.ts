import { createMcpTool } from '@sweatpants/framework'

/** Aborted by the tool itself, once it runs. */
export const abort = new AbortController()

/** Waits until it is cancelled, and then says that its `finally` has run. */
export const slow = createMcpTool('book_flight')
  .execute(function* (_, ctx) {
    try {
      yield* ctx.step('wait', ({ signal }) => {
        setTimeout(() => abort.abort(), 20)
        return new Promise<void>((_resolve, reject) => {
          const timer = setTimeout(() => reject(new Error('it was not cancelled')), 10_000)
          signal.addEventListener('abort', () => {
            clearTimeout(timer)
            reject(signal.reason)
          })
        })
      })
    } finally {
      console.log(`ended ${abort.signal.aborted ? 'cancelled' : 'too early'}`)
    }
  })
  .build()
