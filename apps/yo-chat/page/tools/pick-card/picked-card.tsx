import type { ResultProps } from '@sweatpants/framework'
import type { pickCard } from '../../../tools/pick-card/tool.ts'
import { CardFace } from './card-face.tsx'

export default function PickedCard({ result: { card } }: ResultProps<typeof pickCard>) {
  if (card === null) return <p>You picked no card.</p>
  return (
    <div className="picked">
      <CardFace card={card} />
      <p>
        You picked the <strong>{card}</strong>.
      </p>
    </div>
  )
}
