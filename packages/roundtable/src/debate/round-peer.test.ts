import { createMcpTool, runTool } from '@sweatpants/framework'
import { createMemoryStore } from '@sweatpants/framework/log'
import { contractModel, hostContract, peerContract } from '@sweatpants/framework/testing'
import { describeContract } from '@sweatpants/framework/testing/vitest'
import { type RoundtableEvent, stamp } from '../session/event.ts'
import { fold, response } from '../session/fixtures/debate.ts'
import { RoundPeer, type RoundPeerOptions } from './round-peer.ts'
import { record } from './table.ts'
import { TrackRecords } from './track-records.ts'

const session = fold()

const createPeer = (options: Partial<RoundPeerOptions> = {}) =>
  new RoundPeer({
    runId: 'round',
    session,
    resolve: async () => contractModel,
    prepare: async () => {},
    record: async () => {},
    records: new TrackRecords(createMemoryStore()),
    readImage: async () => undefined,
    modelTimeout: 60_000,
    signal: new AbortController().signal,
    ...options,
  })

describeContract(
  'the peer of a round',
  peerContract(() => ({ peer: createPeer(), sampleKey: session.seats[0]!.agentId }), { answers: ['sample'] }),
)

/** Records an answer, as a round does. */
const round = createMcpTool('round')
  .execute(function* (_, ctx) {
    yield* record(ctx, { type: 'response_add', response: response() })
    return 'recorded'
  })
  .build()

describeContract(
  'the host of a round',
  hostContract(async () => {
    const log = createMemoryStore().log<RoundtableEvent>('debate')
    await log.create(session.id, { about: null, events: [] })
    return {
      begin({ journal, before }) {
        const leaving = new AbortController()
        const host = createPeer({
          prepare: before,
          signal: leaving.signal,
          async record(happening, commandId) {
            const events = [stamp(happening, Date.now())]
            await log.append(session.id, { events, ...(commandId !== undefined && { commandId }) })
          },
        })
        const ended = runTool(round, undefined, { runId: 'round', peer: host, host, journal })
        return {
          ended: ended.then((result) => {
            if (result.type === 'failed') throw result.error
            return result.type === 'completed' && result.value
          }),
          leave: () => leaving.abort(new Error('the round is interrupted')),
        }
      },
      done: async () => (await log.read(session.id, 0)).length,
    }
  }),
)
