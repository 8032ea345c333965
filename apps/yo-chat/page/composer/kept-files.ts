import type { AttachedFile } from './attached-file.ts'

const STORE = 'files'

/** The files of drafts, in the browser's database: storage for texts is too small for them. Rejects where the browser has none. */
function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open('yo-chat-drafts', 1)
  opening.onupgradeneeded = () => void opening.result.createObjectStore(STORE)
  return toPromise(opening)
}

export async function loadFiles(key: string): Promise<readonly AttachedFile[]> {
  const database = await openDatabase()
  try {
    // Only this module writes there.
    const files: AttachedFile[] | undefined = await toPromise(database.transaction(STORE).objectStore(STORE).get(key))
    return files ?? []
  } finally {
    database.close()
  }
}

/** Resolves once they are stored. An empty list removes them. */
export async function saveFiles(key: string, files: readonly AttachedFile[]): Promise<void> {
  const database = await openDatabase()
  try {
    const store = database.transaction(STORE, 'readwrite').objectStore(STORE)
    await (files.length === 0 ? toPromise(store.delete(key)) : toPromise(store.put(files, key)))
  } finally {
    database.close()
  }
}

const toPromise = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
