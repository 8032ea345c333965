import type { OfferedModel } from '../../server/models.ts'
import { useApp } from '../frame/app-info.ts'
import { useConfigured } from './use-configured.ts'

/** Returns the model that the next message is for, if the page knows it. */
export function useReceiver(): OfferedModel | undefined {
  const { info } = useApp()
  const { model } = useConfigured()
  return info?.models.find(({ id }) => id === model)
}
