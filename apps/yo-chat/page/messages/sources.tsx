import type { ChatMessage } from '@sweatpants/framework/chat'

const isWeb = (url: string): boolean => /^https?:\/\//i.test(url)

export function Sources({ sources }: { sources: NonNullable<ChatMessage['sources']> }) {
  return (
    <details className="sources">
      <summary>Sources ({sources.length})</summary>
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
