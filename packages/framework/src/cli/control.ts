import type { Address } from '../http/address.ts'
import { readArgs, readPort } from './args.ts'
import { loadInspector, openBrowser } from './dev.ts'
import { findModules, loadOffer } from './load-offer.ts'
import { describeStore, openStoreOfServer } from './open-store.ts'
import { untilSignal } from './program.ts'
import { readStore } from './runs.ts'
import { toListenError } from './transport.ts'

/** `PORT` is not read: a server on the same store usually listens there. */
const PORT = 4401

/** `sweatpants control`: resolves to the exit code after a signal. */
export async function control(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArgs(args, {
    port: { type: 'string' },
    store: { type: 'string' },
    open: { type: 'boolean' },
  })
  const address: Address = { host: '127.0.0.1', port: readPort(values.port, 'PORT', {}) ?? PORT }
  const location = readStore(values.store)
  const { tools } = await loadOffer(findModules(positionals))
  const { createControlRoom } = await loadInspector('control')
  await using store = await openStoreOfServer(location)
  using stop = untilSignal()
  const room = await createControlRoom({ store, tools, onError: console.error })
  const listening = await room.listen(address).catch((cause) => {
    throw toListenError(cause, address)
  })
  console.error(`The control room of ${describeStore(location)} is at ${listening.url}`)
  if (values.open) openBrowser(listening.url)
  await stop.received
  room.close()
  await listening.close()
  return 0
}
