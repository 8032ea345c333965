import { createChat, type Patch } from '@sweatpants/framework/chat'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'

/** What the test asks of the server, beside what a client does; each is answered with how much memory it holds then. */
export type Wish = { type: 'measure' } | { type: 'append'; sessionIds: string[]; patches: number; size: number }

/** Patches that are written together. */
const BATCH = 50

const store = createSqliteStore(process.argv[2]!)
const chat = await createChat({ store, models: ['demo'] })
const { url } = await chat.listen()

async function append(sessionId: string, patches: number, size: number): Promise<void> {
  const log = store.log<Patch>('chat')
  const patch: Patch = { type: 'streaming_text', messageId: 'm', text: 'x'.repeat(size) }
  for (let left = patches; left > 0; left -= BATCH) {
    await log.append(sessionId, { events: Array.from({ length: Math.min(left, BATCH) }, () => patch) })
    // Those who read get their turn.
    await new Promise(setImmediate)
  }
}

process.on('message', async (wish: Wish) => {
  if (wish.type === 'append') {
    for (const sessionId of wish.sessionIds) await append(sessionId, wish.patches, wish.size)
  }
  // What one collection finds to be over, the next can free.
  for (let round = 0; round < 3; round++) {
    globalThis.gc!()
    await new Promise(setImmediate)
  }
  process.send!(process.memoryUsage())
})
// The parent process has ended.
process.once('disconnect', () => process.exit())
process.send!(url)
