import type { CheckedKey } from '../../server/keys/key-routes.ts'
import type { ProviderKeyInfo } from '../../server/keys/provider-keys.ts'
import { sendToApp } from '../frame/send-to-app.ts'

export async function listKeys(): Promise<ProviderKeyInfo[]> {
  const answer = await sendToApp('GET', 'keys')
  return ((await answer.json()) as { keys: ProviderKeyInfo[] }).keys
}

/** Has the provider test the key, and stores it unless the provider refuses it. */
export async function saveKey(provider: string, key: string): Promise<CheckedKey> {
  return (await sendToApp('PUT', toPath(provider), { key })).json() as Promise<CheckedKey>
}

export async function checkKey(provider: string): Promise<CheckedKey> {
  return (await sendToApp('POST', `${toPath(provider)}/check`)).json() as Promise<CheckedKey>
}

export async function removeKey(provider: string): Promise<void> {
  await sendToApp('DELETE', toPath(provider))
}

const toPath = (provider: string): string => `keys/${encodeURIComponent(provider)}`
