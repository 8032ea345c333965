import type { McpServer } from '../mcp/serve.ts'
import { describeOffer } from './describe-offer.ts'
import { loadOffer } from './load-offer.ts'
import type { Reloader } from './reloader.ts'
import { messageOf } from './usage-error.ts'
import { watchFiles } from './watch-files.ts'

/** Has the server offer what the modules export now, whenever one of their files changes. A change that cannot be loaded is told and left out. */
export function followChanges(
  server: Pick<McpServer, 'replace'>,
  modules: readonly string[],
  reloader: Reloader,
): Disposable {
  let last: Promise<void> = Promise.resolve()
  const reload = async () => {
    reloader.advance()
    try {
      const offer = await loadOffer(modules, reloader.import)
      server.replace(offer)
      console.error(`Reloaded: ${describeOffer(offer)}`)
    } catch (error) {
      console.error(`Not reloaded: ${messageOf(error)}`)
    }
    // Also after a failure: its remedy may be in a file that was imported for the first time.
    watch.add(reloader.files)
  }
  const watch = watchFiles(() => {
    last = last.then(reload)
  })
  watch.add(reloader.files)
  return watch
}
