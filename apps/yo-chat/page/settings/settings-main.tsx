import { useCallback, useEffect, useState } from 'react'
import type { ProviderKeyInfo } from '../../server/keys/provider-keys.ts'
import { Content } from '../debates/content.tsx'
import { useApp } from '../frame/app-info.ts'
import { Header, type HeaderButtons } from '../frame/header.tsx'
import { keepTrying } from '../frame/keep-trying.ts'
import { usePerform } from '../frame/notices.tsx'
import { decode } from '../frame/place.ts'
import { useVisit } from '../frame/use-place.ts'
import { KeyItem } from './key-item.tsx'
import { listKeys } from './key-requests.ts'
import { texts } from './texts.ts'

/** The settings of the app: the API keys of providers. */
export function SettingsMain(buttons: HeaderButtons) {
  const perform = usePerform()
  const { reload } = useApp()
  const { hash } = useVisit()
  const [keys, setKeys] = useState<readonly ProviderKeyInfo[]>()
  const load = useCallback(async () => setKeys(await listKeys()), [])
  useEffect(() => keepTrying(load), [load])
  const onChanged = async () => {
    await perform(load())
    // Other models may be ready now.
    await perform(reload())
  }
  const addressed = decode(hash.slice(1))
  return (
    <main className="main">
      <Header title={texts.title} menu={texts.conversations} {...buttons} />
      <Content title={texts.title} label={texts.title}>
        <section className="keys" aria-labelledby="keys-title">
          <h2 id="keys-title">{texts.keys}</h2>
          <p className="hint">{texts.hint}</p>
          {keys === undefined && <p className="hint">{texts.loading}</p>}
          <ul className="key-list">
            {keys?.map((key) => (
              <KeyItem key={key.provider} info={key} isAddressed={key.provider === addressed} onChanged={onChanged} />
            ))}
          </ul>
        </section>
      </Content>
    </main>
  )
}
