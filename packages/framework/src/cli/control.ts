import { readArgs, readPort } from './args.ts'
import { COMMANDS } from './commands.ts'
import { findModules, loadOffer } from './load-offer.ts'
import { describeStore, openStoreOfServer } from './open-store.ts'
import { loadInspector, servePage } from './serve-page.ts'
import { requireStore } from './store-command.ts'

/** `PORT` is not read: a server on the same store usually listens there. */
const PORT = 4401

/** `sweatpants control`: resolves to the exit code after a signal. */
export async function control(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArgs(args, COMMANDS.control.options)
  const port = readPort(values.port, 'PORT', {}) ?? PORT
  const location = requireStore('control', values.store)
  const { tools } = await loadOffer(findModules(positionals))
  const { createControlRoom } = await loadInspector('control')
  await using store = await openStoreOfServer(location)
  const room = await createControlRoom({ store, tools, onError: console.error })
  await servePage(room, {
    port,
    opens: values.open,
    describe: (url) => `The control room of ${describeStore(location)} is at ${url}`,
  })
  return 0
}
