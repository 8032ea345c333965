import type * as JetStream from '@nats-io/jetstream'
import { SweatpantsError } from '../tools/errors.ts'
import type { Nats } from './nats-engine.ts'
import { createPartitions, type Partition } from './nats-partitions.ts'

type Config = { name: string; subjects: string[] } & Partial<JetStream.StreamConfig>

const STREAM_NOT_FOUND = 10059
/** The servers are no cluster, or one that is too small. */
const TOO_FEW_SERVERS = [10074, 10005]
/** Nanoseconds. */
const DUPLICATE_WINDOW = 120e9

/** Creates the streams of JetStream that do not exist yet. Throws a `SweatpantsError` if those that exist have other settings. */
export async function openPartitions(options: Nats): Promise<Partition[]> {
  const { client, insist, prefix, replicas } = options
  const metadata = { partitions: `${options.partitions ?? replicas}` }
  const { config } = await openStream(options, { name: `${prefix}_log`, subjects: [`${prefix}.log.>`], metadata })
  const count = Number(config.metadata?.partitions ?? 1)
  if (options.partitions !== undefined && options.partitions !== count) {
    throw new SweatpantsError(
      `its streams are in ${count} partitions, not ${options.partitions}, which cannot be changed; leave partitions out, or choose another prefix`,
    )
  }
  const partitions = createPartitions(prefix, count)
  const settings = { max_msgs_per_subject: 1, allow_msg_ttl: true }
  await Promise.all(
    partitions.flatMap(({ records, values }) => [
      openStream(options, { name: records.stream, subjects: [`${records.subject}.>`] }),
      openStream(options, { name: values.stream, subjects: [`${values.subject}.>`], ...settings }),
    ]),
  )
  // A server that finds no value does not say how far it is, so each look includes one that exists.
  await Promise.all(partitions.map(({ present }) => insist(() => client.publish(present, '1'))))
  return partitions
}

function openStream({ manager, insist, replicas }: Nats, config: Config): Promise<JetStream.StreamInfo> {
  return insist(async () => {
    try {
      const found = await manager.streams.info(config.name)
      const { num_replicas: kept } = found.config
      if (kept >= replicas) return found
      throw new SweatpantsError(
        `its stream ${config.name} was created with replicas=${kept}, so ${kept === 1 ? 'one server keeps' : `${kept} servers keep`} each record, not ${replicas}; raise that with nats stream edit ${config.name} --replicas ${replicas}, or accept it with replicas=${kept}`,
      )
    } catch (error) {
      if ((error as { code?: number }).code !== STREAM_NOT_FOUND) throw error
      const common = { num_replicas: replicas, duplicate_window: DUPLICATE_WINDOW, allow_direct: true }
      return manager.streams.add({ ...common, ...config }).catch((cause) => refuseTooFew(cause, replicas))
    }
  })
}

function refuseTooFew(cause: { code?: number }, replicas: number): never {
  // A server that is down at the moment comes back.
  if (!TOO_FEW_SERVERS.includes(cause.code ?? 0) || /offline/.test(`${cause}`)) throw cause
  const message = `${replicas} servers have to keep each record, and there are fewer; start more of them as a cluster, or set replicas=1`
  throw new SweatpantsError(message, { cause })
}
