import { describeRemedies } from '../models/find-model.ts'
import { PROVIDERS } from '../models/providers/index.ts'
import { STORE_FORMS } from './open-store.ts'

const WIDTH = 120

/** The part of a program's help about models, stores and keys. */
export const describeEnvironment = (): string =>
  [
    `Models: a provider (${PROVIDERS.map(({ name }) => name).join(', ')}), provider/model, or demo. To use real models, ${describeRemedies()}. Without them, the offline demo model answers.`,
    `Stores: ${STORE_FORMS}`,
    'Sealing keys: SWEATPANTS_KEYS, separated by commas, newest first. Without it, a key is generated and kept beside the store. Processes that share a database need the same keys.',
    'Store keys: STORE_KEYS, separated by commas, newest first, encrypts what the store keeps. Without it, the store is in clear.',
    'A .env file in the working directory is read.',
  ]
    .map(wrap)
    .join('\n')

/** Breaks a line before the word that would make it longer than `WIDTH`. */
function wrap(line: string): string {
  const lines = ['']
  for (const word of line.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trimStart()
    if (longer.length > WIDTH) lines.push(word)
    else lines.splice(-1, 1, longer)
  }
  return lines.join('\n')
}
