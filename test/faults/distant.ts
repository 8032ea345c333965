import { setImmediate } from 'node:timers/promises'
import type { DistantStore } from '@sweatpants/framework/testing'
import type { TcpProxy } from './proxy.ts'

/** A store that reaches its server through the proxy. */
export const createDistant = (store: DistantStore['store'], proxy: TcpProxy): DistantStore => ({
  store: {
    ...store,
    async close() {
      await store.close()
      await proxy[Symbol.asyncDispose]()
    },
  },
  async lose(isStored) {
    proxy.mute()
    while (!(await isStored())) await setImmediate()
    proxy.cut()
  },
})
