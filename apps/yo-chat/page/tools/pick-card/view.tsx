import type { ToolView } from '../tool-views.ts'
import { CardFace } from './card-face.tsx'

const PICKED = /picked the (\w+ of \w+)/

export const pickCardView: ToolView = {
  title: 'Pick a card',
  decline: 'No card, thanks',
  showResult(result) {
    const card = typeof result === 'string' ? PICKED.exec(result)?.[1] : undefined
    if (card === undefined) return undefined
    return (
      <div className="picked">
        <CardFace card={card} />
        <p>
          You picked the <strong>{card}</strong>.
        </p>
      </div>
    )
  },
}
