import { LONGEST_TIMER } from '../tools/clock.ts'
import { orAborted } from '../tools/maybe-promise.ts'
import { createTurns } from '../tools/turns.ts'
import { DocumentError } from './errors.ts'
import { notInstalled } from './provider.ts'

export interface PdfLimits {
  pages: number
  timeout?: number
  memory?: number
  signal?: AbortSignal
}

export interface PdfText {
  /** The text of each page, from the first. */
  pages: string[]
  /** Pages that the document has. */
  total: number
}

type Reply = ({ type: 'read' } & PdfText) | { type: 'failed'; name: string; message: string }

/** Text, not a module: the path of a module would be another one in every bundle. */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads')
const { address, bytes, most } = workerData
import(address).then(read).catch(({ name, message }) => parentPort.postMessage({ type: 'failed', name, message }))

async function read({ getDocumentProxy }) {
  const pdf = await getDocumentProxy(bytes, { verbosity: 0 })
  const pages = []
  for (let number = 1; number <= Math.min(most, pdf.numPages); number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    pages.push(items.map(({ str = '', hasEOL }) => str + (hasEOL ? '\\n' : '')).join(''))
    page.cleanup()
  }
  parentPort.postMessage({ type: 'read', pages, total: pdf.numPages })
}
`

const inTurn = createTurns()

/**
 * Resolves to the text of a PDF. A thread of its own reads it, one at a time, and is ended when it takes too long or too much memory: a
 * small file can unpack to gigabytes.
 */
export const readPdf = (bytes: Uint8Array, name: string, limits: PdfLimits): Promise<PdfText> =>
  inTurn(limits.signal, () => readAlone(bytes, name, limits))

async function readAlone(bytes: Uint8Array, name: string, limits: PdfLimits): Promise<PdfText> {
  const { pages: most, timeout = 20_000, memory = 512 * 1024 ** 2, signal } = limits
  const { Worker } = await import('node:worker_threads')
  const workerData = { address: findPackage(), bytes: new Uint8Array(bytes), most }
  const worker = new Worker(PROGRAM, {
    eval: true,
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: Math.ceil(memory / 1024 ** 2) },
  })
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const tooMuch = (what: string) =>
    reject(new DocumentError('too_large', `${name} takes too much ${what} to read. Split it`))
  worker.once('message', resolve)
  worker.once('error', (error) =>
    'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch('memory') : reject(error),
  )
  const before = process.memoryUsage.rss()
  // Buffers are outside the heap that `resourceLimits` bounds.
  const watch = setInterval(() => process.memoryUsage.rss() - before > memory && tooMuch('memory'), 50)
  const timer = setTimeout(() => tooMuch('time'), Math.min(LONGEST_TIMER, timeout))
  try {
    return toText(await orAborted(promise, signal), name)
  } finally {
    clearInterval(watch)
    clearTimeout(timer)
    await worker.terminate()
  }
}

function toText(reply: Reply, name: string): PdfText {
  if (reply.type === 'read') return { pages: reply.pages, total: reply.total }
  if (reply.name === 'PasswordException') {
    throw new DocumentError('unreadable', `${name} is protected by a password. Save a copy without one`)
  }
  throw new DocumentError('unreadable', `${name} is no PDF that can be read: ${reply.message}`)
}

function findPackage(): string {
  try {
    return import.meta.resolve('unpdf')
  } catch (error) {
    throw notInstalled('unpdf', error)
  }
}
