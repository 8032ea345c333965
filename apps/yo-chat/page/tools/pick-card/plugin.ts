import { definePlugin } from '@sweatpants/framework'
import type { pickCard } from '../../../tools/pick-card/tool.ts'
import { later } from '../../controls/later.tsx'

export const pickCardPlugin = definePlugin<typeof pickCard>('pick_card')
  .views({ pickCard: later(() => import('./views.ts'), 'CardFan') })
  .view(later(() => import('./views.ts'), 'PickedCard'))
  .build()
