import { type Positions, TITLES } from '@sweatpants/roundtable/browser'
import { useEffect, useId, useRef, useState } from 'react'
import { useWidth } from './use-width.ts'

interface PictureProps {
  positions: Positions
  /** The description of the chart. */
  description: readonly string[]
}

/** Positions over rounds. The drawing library is loaded on demand. */
export function Picture({ positions, description }: PictureProps) {
  const id = useId()
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
        if (!isOld) setProblem(`The picture could not be drawn: ${error instanceof Error ? error.message : error}`)
      }
    }
    void draw()
    return () => {
      isOld = true
    }
  }, [positions, width])
  return (
    <figure className="debate-picture">
      <div ref={frame} role="img" aria-label={TITLES.positions} aria-describedby={id} />
      {problem !== undefined && <p className="problem">{problem}</p>}
      <figcaption>
        <details>
          <summary>Describe the chart</summary>
          <ul id={id} className="debate-list">
            {description.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
        <p className="hint">A ring marks who changed their mind; a hollow number, who did not say how sure it is.</p>
      </figcaption>
    </figure>
  )
}
