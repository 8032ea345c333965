import { describeRemedies } from '../models/find-model.ts'
import { PROVIDERS } from '../models/providers/index.ts'
import { STORE_FORMS } from './open-store.ts'
import { wrap } from './options.ts'

/** The part of a program's help about models, stores and keys. */
export const describeEnvironment = (): string =>
  [
    `Models: a provider (${PROVIDERS.map(({ name }) => name).join(', ')}), provider/model, or demo. To use real models, ${describeRemedies()}. Without them, the offline demo model answers.`,
    `Stores: ${STORE_FORMS}`,
    'Sealing keys: SWEATPANTS_KEYS, separated by commas, newest first. Without it, a key is generated and kept beside the store. Processes that share a database need the same keys.',
    'Store keys: STORE_KEYS, separated by commas, newest first, encrypts what the store keeps. Without it, the store is in clear.',
    'A .env file in the working directory is read.',
  ]
    .flatMap((line) => wrap(line))
    .join('\n')
