import type { ReactNode } from 'react'
import { Content } from '../content.tsx'
import { useOffer } from '../offer.ts'
import { StartForm } from './start-form.tsx'

export function StartDebate({ header }: { header: (title: string) => ReactNode }) {
  const offer = useOffer()
  return (
    <>
      {header('New debate')}
      <Content title="New debate" label="New debate">
        {offer === undefined ? (
          <p className="hint" role="status">
            Loading models…
          </p>
        ) : (
          <StartForm offer={offer} topic={new URLSearchParams(location.search).get('topic') ?? ''} />
        )}
      </Content>
    </>
  )
}
