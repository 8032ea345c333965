import type { ChatMessage } from '@sweatpants/framework/chat'
import { texts } from './texts.ts'

const isWeb = (url: string): boolean => /^https?:\/\//i.test(url)

export function Sources({ sources }: { sources: NonNullable<ChatMessage['sources']> }) {
  return (
    <details className="sources">
      <summary>{texts.sources(sources.length)}</summary>
      <ol>
        {sources.map(({ url = '', title = url }) => (
          <li key={`${url} ${title}`}>
            {isWeb(url) ? (
              <a href={url} target="_blank" rel="noopener noreferrer nofollow">
                {title}
              </a>
            ) : (
              title
            )}
          </li>
        ))}
      </ol>
    </details>
  )
}
