import type { ResultProps } from '@sweatpants/framework'
import type { pickCard } from '../../../tools/pick-card/tool.ts'
import { CardFace } from './card-face.tsx'
import { texts } from './texts.ts'

export default function PickedCard({ result: { card } }: ResultProps<typeof pickCard>) {
  if (card === null) return <p>{texts.pickedNone}</p>
  return (
    <div className="picked">
      <CardFace card={card} />
      <p>
        {texts.pickedThe} <strong>{card}</strong>.
      </p>
    </div>
  )
}
