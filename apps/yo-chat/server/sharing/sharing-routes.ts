import { type ChatState, CommandError } from '@sweatpants/framework/chat'
import { createRoutes, HttpError, type RouteTable, replyJson, replyNothing } from '@sweatpants/framework/http'
import type { Hono } from 'hono'
import type { Shares } from './shares.ts'
import { toHtml } from './to-html.ts'
import { toMarkdown } from './to-markdown.ts'
import { toOtherBranches, toTranscript, withoutToolData } from './transcript.ts'

export interface SharingOptions {
  shares: Shares
  /** Rejects if there is no such conversation. */
  readState: (sessionId: string) => Promise<ChatState>
}

const toJson = (state: ChatState): string => {
  const otherBranches = toOtherBranches(state)
  return JSON.stringify({ ...toTranscript(state), ...(otherBranches.length > 0 && { otherBranches }) }, null, 2)
}

const FORMATS: Readonly<Record<string, { type: string; ending: string; write: (state: ChatState) => string }>> = {
  markdown: { type: 'text/markdown', ending: 'md', write: (state) => toMarkdown(toTranscript(state)) },
  html: { type: 'text/html', ending: 'html', write: (state) => toHtml(toTranscript(state)) },
  json: { type: 'application/json', ending: 'json', write: toJson },
}

/** Exports of a conversation, and its link. */
export const createSharingTable = ({ shares, readState }: SharingOptions): RouteTable => ({
  '/api/app/sessions/:sessionId/export': {
    async GET({ param, query }) {
      const format = FORMATS[query('format') ?? 'markdown']
      if (format === undefined) {
        throw new HttpError(400, 'bad_format', `the formats are ${Object.keys(FORMATS).join(', ')}`)
      }
      const state = await readState(param('sessionId'))
      const name = `${state.title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'conversation'}.${format.ending}`
      return new Response(format.write(state), {
        headers: {
          ...SAFE,
          'content-type': `${format.type}; charset=utf-8`,
          'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
        },
      })
    },
  },
  '/api/app/sessions/:sessionId/share': {
    async GET({ param }) {
      const token = await shares.find(param('sessionId'))
      return replyJson(200, token === undefined ? {} : { path: toPath(token) })
    },
    async POST({ param }) {
      await readState(param('sessionId'))
      return replyJson(201, { path: toPath(await shares.create(param('sessionId'))) })
    },
    async DELETE({ param }) {
      await shares.revoke(param('sessionId'))
      return replyNothing()
    },
  },
})

const toPath = (token: string): string => `/shared/${token}`

/** Conversations whose document is kept: to render one takes long, and a reader may ask for it again and again. */
const MAX_RENDERED = 20

/** What a person with the link sees: a document that only reads. */
export function createSharedRoutes(
  { shares, readState }: SharingOptions,
  { hosts, onError }: { hosts: readonly string[]; onError: (error: unknown) => void },
): Hono {
  const rendered = new Map<string, { lsn: number; html: string }>()
  const render = (sessionId: string, state: ChatState): string => {
    const known = rendered.get(sessionId)
    if (known?.lsn === state.lsn) return known.html
    const html = toHtml(withoutToolData(toTranscript(state)))
    rendered.delete(sessionId)
    if (rendered.size >= MAX_RENDERED) rendered.delete(rendered.keys().next().value!)
    rendered.set(sessionId, { lsn: state.lsn, html })
    return html
  }
  const table: RouteTable = {
    '/shared/:token': {
      async GET({ param }) {
        const sessionId = await shares.sessionOf(param('token'))
        if (sessionId === undefined) throw lost()
        const html = render(sessionId, await readState(sessionId).catch(throwLost))
        return new Response(html, { headers: { ...SAFE, 'content-type': 'text/html; charset=utf-8' } })
      },
    },
  }
  return createRoutes(table, { below: '/shared/*', allowedHosts: hosts, bodyLimit: 0, onError })
}

const lost = () => new HttpError(404, 'not_found', 'this link does not work any more')

/** The error of a conversation that is deleted has its id, which is not for readers of the link. */
function throwLost(error: unknown): never {
  throw error instanceof CommandError && error.code === 'not_found' ? lost() : error
}

const SAFE = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}
