import { ModelError } from './errors.ts'

/** A package that is only needed by whoever uses it. Where it is missing, the error says what to install. */
export async function loadPackage<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw error
    // It may be one that the package itself expects to be there.
    const missing = /Cannot find package '([^']+)'/.exec((error as Error).message)?.[1] ?? name
    throw new ModelError('configuration', `${missing} is not installed; npm install ${missing}`, { cause: error })
  }
}
