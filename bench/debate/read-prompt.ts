/** A statement as a seat finds it in what the engine shows it. */
export interface Shown {
  from: string
  round: number
  answer: string
  confidence: number
  /** How good its argument is. */
  strength: number
}

/** Who is asked what. */
interface Asked {
  self: string
  /** The number of the question, which is all that the topic tells. */
  question: number
}

export interface Reading extends Asked {
  round: number
  shown: Shown[]
}

const STATEMENT = /<statement-(\w+) from="([^"]+)" round="(\d+)">\n([\s\S]*?)\n<\/statement-\1>/g

/** Reads a prompt of the engine as a seat would. What is not in it is not known to the seat. */
export function readPrompt(system: string, message: string): Reading {
  const shown = [...message.matchAll(STATEMENT)].map(
    ([, , from, round, text]): Shown => ({
      from: from!,
      round: Number(round),
      answer: find(/answer “([^”]+)”/, text!),
      confidence: Number(find(/confidence ([\d.]+)/, text!)),
      strength: Number(find(/strength (-?[\d.]+)\./, text!)),
    }),
  )
  return { ...readQuestion(system, message), round: Number(find(/^Round (\d+) of/, message)), shown }
}

export const readQuestion = (system: string, message: string): Asked => ({
  self: find(/^You are (\w+),/, system),
  question: Number(find(/Question (\d+)\b/, message)),
})

function find(pattern: RegExp, text: string): string {
  const found = pattern.exec(text)?.[1]
  if (found === undefined) throw new Error(`expected ${pattern} in the prompt of the engine:\n${text}`)
  return found
}
