import { type Positions, TITLES } from '@sweatpants/roundtable/browser'
import { useEffect, useId, useRef, useState } from 'react'
import { texts } from './texts.ts'
import { useWidth } from './use-width.ts'

interface PictureProps {
  positions: Positions
  /** The description of the chart. */
  description: readonly string[]
}

/** Positions over rounds. The drawing library is loaded on demand. */
export function Picture({ positions, description }: PictureProps) {
  const id = useId()
  const isEstimate = positions.kind === 'estimate'
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    if (width === undefined || width === 0) return
    let isOld = false
    const draw = async () => {
      try {
        const { drawPicture } = await import('./draw-picture.ts')
        if (!isOld) frame.current!.replaceChildren(drawPicture(positions, width))
      } catch (error) {
        if (!isOld) setProblem(texts.chartFailed(error instanceof Error ? error.message : String(error)))
      }
    }
    void draw()
    return () => {
      isOld = true
    }
  }, [positions, width])
  return (
    <figure className="debate-picture" data-number={isEstimate ? 'range' : 'confidence'}>
      <div ref={frame} role="img" aria-label={TITLES.positions} aria-describedby={id} />
      {problem !== undefined && <p className="problem">{problem}</p>}
      <figcaption>
        <details>
          <summary>{texts.describe}</summary>
          <ul id={id} className="debate-list">
            {description.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
        <p className="hint">{isEstimate ? texts.chartHint.range : texts.chartHint.confidence}</p>
      </figcaption>
    </figure>
  )
}
