import { ModelError } from './errors.ts'

/** Loads an optional peer dependency. If it is missing, the error says what to install. */
export async function loadPackage<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw error
    // The missing package may be a peer dependency of the one that was loaded.
    const missing = /Cannot find package '([^']+)'/.exec((error as Error).message)?.[1] ?? name
    throw new ModelError('configuration', `${missing} is not installed; run npm install ${missing}`, { cause: error })
  }
}
