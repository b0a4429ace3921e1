const STORE = 'device'
const KEY = 'key'

/** Where the page keeps what proves that it is this device: bound to its origin, and never readable by another port of the machine. */
export interface KeyStore {
  read(): Promise<CryptoKeyPair | null>
  write(pair: CryptoKeyPair): Promise<void>
}

/** A key that cannot be exported can still be stored: IndexedDB takes it as it is. */
export function openKeyStore(name: string): KeyStore {
  return {
    read: async () => (await run(name, 'readonly', (store) => store.get(KEY))) ?? null,
    write: async (pair) => {
      await run(name, 'readwrite', (store) => store.put(pair, KEY))
    },
  }
}

async function run<T>(
  name: string,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open(name)
  try {
    const transaction = database.transaction(STORE, mode)
    const request = work(transaction.objectStore(STORE))
    // A write counts once its transaction is complete; until then the tab may be closed on it.
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    return request.result
  } finally {
    database.close()
  }
}

function open(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
