/** The result of attaching a file. */
export type Attached = { type: 'text'; text: string } | { type: 'refused'; problem: string }

/** The most bytes of a character. */
const WIDEST = 4

const exactly = new Intl.NumberFormat('en')

/** Appends the text of a file to the answer, or returns a problem if the result is too long. */
export async function attach(file: File, written: string, limit: number): Promise<Attached> {
  const most = `An answer has at most ${exactly.format(limit)} characters: attach a shorter file, or paste the part that matters.`
  if (file.size > limit * WIDEST)
    return { type: 'refused', problem: `${file.name} has ${exactly.format(file.size)} bytes. ${most}` }
  const text = await readText(file)
  if (text === undefined)
    return {
      type: 'refused',
      problem: `${file.name} is not a text file. Attach text, such as .txt, .md, .csv or .json.`,
    }
  const whole = written.trim() === '' ? text : `${written.trimEnd()}\n\n${text}`
  if (whole.length > limit)
    return {
      type: 'refused',
      problem: `With ${file.name} it would have ${exactly.format(whole.length)} characters. ${most}`,
    }
  return { type: 'text', text: whole }
}

async function readText(file: File): Promise<string | undefined> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}
