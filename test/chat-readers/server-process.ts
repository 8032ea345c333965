import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Wish } from './server.ts'

const program = join(import.meta.dirname, 'server.ts')

export interface ServerProcess extends AsyncDisposable {
  url: string
  /** Resolves to the memory that the process holds when the request is done. */
  ask(wish: Wish): Promise<NodeJS.MemoryUsage>
}

/** A server in a process of its own, on a database of its own. */
export async function startServer(): Promise<ServerProcess> {
  const directory = mkdtempSync(join(tmpdir(), 'chat-readers-'))
  const child = fork(program, [join(directory, 'chat.db')], {
    // With little room for what is new: the process grows by what it holds, not by what it has let go of.
    execArgv: ['--conditions=@sweatpants/source', '--expose-gc', '--max-semi-space-size=1'],
  })
  const [url] = await once(child, 'message')
  return {
    url,
    async ask(wish) {
      const answered = once(child, 'message')
      child.send(wish)
      const [memory] = await answered
      return memory
    },
    async [Symbol.asyncDispose]() {
      const gone = once(child, 'exit')
      child.disconnect()
      await gone
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
