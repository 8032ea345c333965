import { SweatpantsError } from '../tools/errors.ts'
import { type Failed, failed } from '../tools/outcome.ts'
import type { OutsideWait } from '../tools/outside.ts'

/** Returns why other people cannot be asked: only a durable store keeps a question until they answer. */
export function refuseOthers(store: { isDurable: boolean }, wait: OutsideWait): Failed | undefined {
  if (store.isDurable || wait.type !== 'elicit') return undefined
  return failed(
    new SweatpantsError(
      `the question "${wait.key}" is for ${wait.to.join(', ')}, and the store of this server is not durable, so it cannot ` +
        'wait for them; pass a durable store, such as createSqliteStore(file)',
    ),
  )
}

/** Says for whom and for what a run waits; `undefined` when for nothing outside. */
export function describeWaits(waits: Iterable<OutsideWait>): string | undefined {
  const names = new Set<string>()
  for (const wait of waits) {
    if (wait.type === 'elicit') for (const name of wait.to) names.add(name)
    else names.add(`the signal "${wait.key}"`)
  }
  return names.size === 0 ? undefined : `Waiting for ${[...names].join(', ')}`
}
