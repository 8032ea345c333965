import { type Source, sayCited } from '@sweatpants/roundtable/browser'
import { SeatNames } from './seat-name.tsx'

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
          {sayCited({ isChecked })} <SeatNames agentIds={agentIds} />
        </span>
        {quotes.map((text) => (
          <blockquote key={text}>{text}</blockquote>
        ))}
      </li>
    ))}
  </ul>
)
