import type { Source } from '@sweatpants/roundtable/browser'
import { SeatNames } from './seat-name.tsx'
import { texts } from './texts.ts'

export const SourceList = ({ sources }: { sources: readonly Source[] }) => (
  <ul className="debate-sources">
    {sources.map(({ title, url, quotes, agentIds, isChecked }) => (
      <li key={url ?? title}>
        {url === undefined ? (
          title
        ) : (
          <a href={url} target="_blank" rel="noopener noreferrer nofollow">
            {title}
          </a>
        )}{' '}
        <span className="hint">
          {isChecked ? texts.checked : texts.notChecked} <SeatNames agentIds={agentIds} />
        </span>
        {quotes.map((text) => (
          <blockquote key={text}>{text}</blockquote>
        ))}
      </li>
    ))}
  </ul>
)
