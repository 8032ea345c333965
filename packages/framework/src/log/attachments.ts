import { SweatpantsError } from '../tools/errors.ts'
import { isObject } from '../tools/json.ts'
import { appendOrCreate } from './append-or-create.ts'
import type { Owner, Store, StreamRef } from './log.ts'

/** Characters of one record. */
const RECORD = 500_000

/** Bytes, and number, of what is kept for one stream. */
const MAX_BYTES = 200 * 1024 * 1024
const MAX_ATTACHMENTS = 500

/** Large data of messages and results, as base64, kept for a stream and deleted with it. */
export interface Attachments {
  /** Keeps data and returns its digest. The same data is kept once. Rejects with an `AttachmentError` when there is too much. */
  put(data: string): Promise<string>
  get(digest: string): Promise<string | undefined>
}

/** The stream has as many attachments as it may have. */
export class AttachmentError extends SweatpantsError {
  override name = 'AttachmentError'
  readonly limit: AttachmentLimit
  constructor(limit: AttachmentLimit) {
    const { attachments, bytes } = limit
    const most = `${attachments} attachments and ${bytes / 1024 ** 2} MiB`
    super(`too much to keep: one conversation or call has at most ${most}`)
    this.limit = limit
  }
}

export interface AttachmentLimit {
  attachments: number
  bytes: number
}

/** The attachments of a stream. Each is a stream of its own under its owner; the node that drives the owner gives its fence. */
export function createAttachments(store: Store, under: Owner): Attachments {
  const log = store.log<string>('attachment')
  const owner = toOwner(under)

  async function refuseMore(size: number): Promise<void> {
    const known = await log.list(owner, MAX_ATTACHMENTS)
    const total = known.reduce((sum, { about }) => sum + (isObject(about) ? Number(about.size) : 0), size)
    if (known.length < MAX_ATTACHMENTS && total <= MAX_BYTES) return
    throw new AttachmentError({ attachments: MAX_ATTACHMENTS, bytes: MAX_BYTES })
  }

  return {
    async put(data) {
      // Loaded with the first attachment, so that servers start faster.
      const digest = process.getBuiltinModule('node:crypto').hash('sha256', data)
      const id = `${owner}/${digest}`
      const pieces = Array.from({ length: Math.max(1, Math.ceil(data.length / RECORD)) }, (_, index) =>
        data.slice(index * RECORD, (index + 1) * RECORD),
      )
      let head = (await log.get(id))?.head
      const size = sizeOf(data)
      if (head === undefined) await refuseMore(size)
      // One write each, because a store limits a write. Another call may keep the same data, and a process that died may have begun.
      while (head !== pieces.length) {
        const events = [pieces[head ?? 0]!]
        const isStored = await appendOrCreate(log, id, head, { principal: owner, about: { size }, events, under })
        head = isStored ? (head ?? 0) + 1 : (await log.get(id))?.head
      }
      return digest
    },
    get: (digest) => readAttachment(store, under, digest),
  }
}

/** Reads what is kept for a stream. */
export async function readAttachment(store: Store, ref: StreamRef, digest: string): Promise<string | undefined> {
  const opened = await store.log<string>('attachment').open(`${toOwner(ref)}/${digest}`)
  return opened?.events.map(({ event }) => event).join('')
}

const toOwner = ({ kind, id }: StreamRef): string => `${kind}/${id}`

/** Returns the bytes that base64 text stands for. */
const sizeOf = (base64: string): number => Math.floor((base64.length * 3) / 4)
