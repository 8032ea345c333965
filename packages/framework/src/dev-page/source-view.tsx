import type { ReactNode } from 'react'
import type { Excerpt } from '../dev/excerpt.ts'
import { Scrolling } from './scrolling.tsx'

/** The lines that the tool is at, and those around them. */
export function SourceView({ source }: { source: Excerpt }): ReactNode {
  return (
    <figure className="source">
      <figcaption className="mono quiet">
        {source.file}:{source.marked.join(', ')}
      </figcaption>
      <Scrolling label={`Lines of ${source.file}`}>
        <pre>
          {source.lines.map((line, index) => {
            const number = source.first + index
            const isMarked = source.marked.includes(number)
            return (
              <span key={number} className="line" data-marked={isMarked || undefined}>
                <span className="number">{number}</span>
                {isMarked ? <mark>{line}</mark> : line}
                {'\n'}
              </span>
            )
          })}
        </pre>
      </Scrolling>
    </figure>
  )
}
