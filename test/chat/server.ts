import { createChat } from '@sweatpants/framework/chat'
import { resolveModel } from '@sweatpants/framework/models'
import { type Kill, watchStore } from './kill.ts'
import { travelAgent } from './model.ts'
import { takeNote } from './notes.ts'
import { openStore, type StorePlace } from './open-store.ts'
import { type Act, bookFlight, payDeposit } from './tools.ts'

/** The options of a server, which its command line has as JSON. */
export interface ServerOptions {
  place: StorePlace
  /** The file for notes. */
  notes: string
  kill?: Kill
}

const { place, notes, kill }: ServerOptions = JSON.parse(process.argv[2]!)

const store = await openStore(place)
const act: Act = (step, idempotencyKey) => {
  takeNote(notes, { type: 'ran', step, idempotencyKey })
  return `${step} done`
}
const chat = await createChat({
  store: watchStore(store, { kill, notes }),
  tools: [bookFlight(act), payDeposit(act)],
  models: [await resolveModel(travelAgent)],
  // Only one server runs at a time; what the last one held is free soon after it died.
  leaseTtl: 200,
  // A busy machine may stop the event loop for longer than a second. That is reported, and breaks no promise.
  onError: (error) => (error instanceof Error && error.name === 'BlockedLoopError') || console.error(error),
})
const { url } = await chat.listen()
console.log(JSON.stringify({ url }))

// The parent process has ended.
process.stdin.once('end', () => process.exit()).resume()

process.once('SIGTERM', async () => {
  await chat.close()
  await store.close()
  process.exit()
})
