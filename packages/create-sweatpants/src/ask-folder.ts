import { createInterface } from 'node:readline/promises'

export const DEFAULT_FOLDER = 'my-tool'

interface Terminal {
  input: NodeJS.ReadableStream
  output: NodeJS.WritableStream
}

/** Asks for the folder. Resolves to `undefined` if the user leaves without an answer. */
export async function askFolder({ input, output }: Terminal): Promise<string | undefined> {
  const terminal = createInterface({ input, output })
  const left = new AbortController()
  // Without it, the process waits for an answer that cannot come.
  terminal.once('close', () => left.abort())
  try {
    const answer = await terminal.question(`Where should the project be? (${DEFAULT_FOLDER}) `, { signal: left.signal })
    return answer.trim() || DEFAULT_FOLDER
  } catch (error) {
    if (left.signal.aborted) return undefined
    throw error
  } finally {
    terminal.close()
  }
}
