import { readTexts } from './read-text.ts'
import { wordsOf } from './words.ts'

/** The seats that are meant, each once. Names that nobody has are left out. */
export function readSpeakers(value: unknown, speakers: Readonly<Record<string, string>>): string[] {
  const known = new Map(Object.entries(speakers).map(([name, agentId]) => [fold(name), agentId]))
  const names = readTexts(value).flatMap((name) => (known.has(fold(name)) ? name : name.split(/[,;&]|\band\b/)))
  return [...new Set(names.flatMap((name) => known.get(fold(name)) ?? []))]
}

const fold = (name: string): string => wordsOf(name).join(' ')
