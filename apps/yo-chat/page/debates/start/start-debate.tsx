import type { ReactNode } from 'react'
import { useSearch } from '../../frame/use-place.ts'
import { Content } from '../content.tsx'
import { useOffer } from '../offer.ts'
import { StartForm } from './start-form.tsx'
import { texts } from './texts.ts'

export function StartDebate({ header }: { header: (title: string) => ReactNode }) {
  const offer = useOffer()
  const topic = new URLSearchParams(useSearch()).get('topic') ?? ''
  return (
    <>
      {header(texts.title)}
      <Content title={texts.title} label={texts.title}>
        {offer === undefined ? (
          <p className="hint" role="status">
            {texts.loading}
          </p>
        ) : (
          <StartForm key={topic} offer={offer} topic={topic} />
        )}
      </Content>
    </>
  )
}
