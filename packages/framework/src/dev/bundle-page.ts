import { rolldown } from 'rolldown'
import { pageBundle, pageOutput } from './page-bundle.ts'

/** The script of the page, in one file. */
export async function bundlePage(entry: string): Promise<string> {
  await using bundle = await rolldown({ ...pageBundle, input: entry })
  const { output } = await bundle.generate(pageOutput)
  return output[0].code
}
