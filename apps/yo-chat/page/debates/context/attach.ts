import { texts } from './texts.ts'

/** The result of attaching a file. */
export type Attached = { type: 'text'; text: string } | { type: 'refused'; problem: string }

/** The most bytes of a character. */
const WIDEST = 4

/** Appends the text of a file to the answer, or returns a problem if the result is too long. */
export async function attach(file: File, written: string, limit: number): Promise<Attached> {
  const { name, size } = file
  if (size > limit * WIDEST) return { type: 'refused', problem: texts.problems.largeFile(name, size, limit) }
  const text = await readText(file)
  if (text === undefined) return { type: 'refused', problem: texts.problems.notText(name) }
  const whole = written.trim() === '' ? text : `${written.trimEnd()}\n\n${text}`
  if (whole.length <= limit) return { type: 'text', text: whole }
  return { type: 'refused', problem: texts.problems.longAnswer(name, whole.length, limit) }
}

async function readText(file: File): Promise<string | undefined> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}
