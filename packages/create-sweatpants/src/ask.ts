import { createInterface } from 'node:readline/promises'
import { DEFAULT_VARIANT, isVariant, listVariants, type VariantName } from './variants.ts'

export const DEFAULT_FOLDER = 'my-tool'

interface Terminal {
  input: NodeJS.ReadableStream
  output: NodeJS.WritableStream
}

export interface Answers {
  folder: string
  variant: VariantName
}

/** Asks for what is not given. Resolves to `undefined` if the user leaves without an answer. */
export async function ask(given: Partial<Answers>, { input, output }: Terminal): Promise<Answers | undefined> {
  const terminal = createInterface({ input, output })
  const left = new AbortController()
  // Without it, the process waits for an answer that cannot come.
  terminal.once('close', () => left.abort())
  const question = async (text: string) => (await terminal.question(text, { signal: left.signal })).trim()
  try {
    const folder =
      given.folder ?? ((await question(`Where should the project be? (${DEFAULT_FOLDER}) `)) || DEFAULT_FOLDER)
    let { variant } = given
    while (variant === undefined) {
      const name = await question(`What should it have? (${DEFAULT_VARIANT})\n${listVariants('  ')}\n> `)
      if (name === '') variant = DEFAULT_VARIANT
      else if (isVariant(name)) variant = name
    }
    return { folder, variant }
  } catch (error) {
    if (left.signal.aborted) return undefined
    throw error
  } finally {
    terminal.close()
  }
}
