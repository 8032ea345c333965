/**
 * The page behind a link: a form, or a component of the application, that answers one question, without a login.
 *
 * P1 GET shows and never answers, so that scanners of mail and previews of messages change nothing. POST answers.
 * P2 A link is sealed, expires, names one person, and counts for one question as it was shown.
 * P3 Nothing of the link leaves the page: no script and no resource but those of the application, no referrer for other sites,
 *    no cache. The question of a hosted server gets no script.
 */
import type { Store } from '../log/log.ts'
import { describeUrl } from '../tools/described-url.ts'
import { toShortMessage } from '../tools/effects/elicit.ts'
import { type FlatForm, toLabel } from '../tools/flat-form.ts'
import type { Json } from '../tools/json.ts'
import { escapeHtml, readFields, renderFields, toPlainForm } from './html-form.ts'
import { type InboxQuestion, readQuestionId, toInboxQuestion } from './question.ts'
import { AnswerError, answerQuestion } from './questions.ts'
import type { LinkClaims } from './token.ts'

export interface AnswerPage {
  store: Store
  openLink: (token: string) => LinkClaims | undefined
  /** The path of the script that shows questions with components. */
  script?: string | undefined
  onError: (error: unknown) => void
}

/** A page instead of a form. */
interface Notice {
  status: number
  title: string
  text: string
}

const NOT_VALID: Notice = {
  status: 404,
  title: 'This link is not valid',
  text: 'It may have been cut off on its way. Copy the whole link from the message, or ask for a new one.',
}
const EXPIRED: Notice = { status: 410, title: 'This link has expired', text: 'Ask for a new one.' }
const CLOSED: Notice = {
  status: 410,
  title: 'This question is closed',
  text: 'It was already answered, it was withdrawn, or its time is up. There is nothing left to do.',
}
const CHANGED: Notice = {
  status: 409,
  title: 'This question has changed',
  text: 'It is not the one that this link was made for. Ask for a new link.',
}
const IN_APP: Notice = {
  status: 200,
  title: 'Please answer in the application',
  text: 'This question needs more than a form. Open your inbox in the application to answer it.',
}
const FAILED: Notice = {
  status: 500,
  title: 'Something went wrong',
  text: 'Your answer was not saved. Please try again in a moment.',
}

export async function showLink(page: AnswerPage, token: string): Promise<Response> {
  const found = await find(page, token)
  if ('status' in found) return reply(found.status, renderNotice(found))
  return replyQuestion(page, 200, found.question)
}

export async function answerByLink(page: AnswerPage, token: string, body: string): Promise<Response> {
  const found = await find(page, token)
  if ('status' in found) return reply(found.status, renderNotice(found))
  const { question, claims } = found
  const sent = new URLSearchParams(body)
  const isAccepted = sent.get('action') === 'accept'
  try {
    await answerQuestion(page.store, {
      id: question.id,
      principal: claims.by,
      // The link is what entitles its holder to answer.
      names: question.to,
      digest: claims.digest,
      answer: isAccepted ? { action: 'accept', content: readContent(question, sent) } : { action: 'decline' },
    })
  } catch (error) {
    if (error instanceof AnswerError && error.code === 'answer_invalid') {
      return replyQuestion(page, 422, question, { entered: sent, problem: error.message })
    }
    if (!(error instanceof AnswerError)) page.onError(error)
    const notice = error instanceof AnswerError ? (error.code === 'question_changed' ? CHANGED : CLOSED) : FAILED
    return reply(notice.status, renderNotice(notice))
  }
  const text = isAccepted ? 'Your answer was saved.' : 'Your decision was saved.'
  return reply(200, renderNotice({ status: 200, title: 'Thank you', text: `${text} You can close this page.` }))
}

async function find(
  { store, openLink, script }: AnswerPage,
  token: string,
): Promise<Notice | { claims: LinkClaims; question: InboxQuestion }> {
  const claims = openLink(token)
  const ref = claims && readQuestionId(claims.questionId)
  if (claims === undefined || ref === undefined) return NOT_VALID
  const stored = await store.questions.get(ref)
  if (stored === undefined || stored.answeredBy.includes(claims.by)) return CLOSED
  if (claims.expiresAt <= Date.now()) return EXPIRED
  const question = toInboxQuestion(stored)
  if (question.digest !== claims.digest) return CHANGED
  return toForm(question) !== undefined || scriptOf(question, script) !== undefined ? { claims, question } : IN_APP
}

/** Returns the form of a question, or `undefined` when only a component of the application can ask it. */
const toForm = ({ schema, ui }: InboxQuestion): FlatForm | undefined =>
  ui === 'in-app' ? undefined : toPlainForm(schema)

const scriptOf = ({ origin }: InboxQuestion, script: string | undefined): string | undefined =>
  origin === undefined ? script : undefined

/** Returns what the form has sent: its fields, or the JSON of a component. `undefined`, which no schema takes, for anything else. */
function readContent(question: InboxQuestion, sent: URLSearchParams): Json | undefined {
  const json = sent.get('content')
  const form = toForm(question)
  // Fields are JSON.
  if (json === null) return form && (readFields(form, sent) as Json)
  try {
    return JSON.parse(json) as Json
  } catch {
    return undefined
  }
}

function replyQuestion({ script }: AnswerPage, status: number, question: InboxQuestion, sent?: Sent): Response {
  const used = scriptOf(question, script)
  return reply(status, renderQuestion(question, used, sent), used && SCRIPT_POLICY)
}

/** What the script of the application may do: it loads its own files, and sends the form. */
const SCRIPT_POLICY = "script-src 'self'; style-src-elem 'self' 'nonce-'; img-src 'self' data:; font-src 'self' data:; "

/** Without a script, its style is the only thing that the page may apply. */
function reply(status: number, html: string, policy = ''): Response {
  const nonce = crypto.randomUUID()
  const allowed = policy.replace("'nonce-'", `'nonce-${nonce}'`)
  return new Response(html.replace('<style>', `<style nonce="${nonce}">`), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; ${allowed}style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      // Not `no-referrer`, with which the browser would hide the origin of the form from the check of it.
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex, nofollow',
    },
  })
}

const renderNotice = ({ title, text }: Notice): string =>
  renderPage(title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`)

/** An answer that was refused. */
interface Sent {
  entered: URLSearchParams
  problem: string
}

function renderQuestion(question: InboxQuestion, script: string | undefined, { entered, problem }: Partial<Sent> = {}) {
  const { plain, context, askedBy, toolName, expiresAt, refusal, origin, url } = question
  const message = toShortMessage(question)
  const facts = Object.entries(context).map(
    ([key, value]) => `<dt>${escapeHtml(toLabel(key))}</dt><dd>${renderValue(value)}</dd>`,
  )
  const from = askedBy === undefined ? `Asked by ${toolName}` : `Asked by ${toolName} for ${askedBy}`
  const until = expiresAt === undefined ? '' : `, until ${new Date(expiresAt).toUTCString()}`
  const notice = problem ?? (refusal && `The last answer was not accepted: ${refusal}`)
  const form = toForm(question)
  return renderPage(
    origin === undefined ? message : `A question of ${origin}`,
    `${origin === undefined ? '' : `<p class="problem">${escapeHtml(toWarning(origin))}</p>`}
    <h1>${escapeHtml(message)}</h1>
    <p class="from">${escapeHtml(from + until)}</p>
    ${plain === undefined ? '' : `<pre data-fallback>${escapeHtml(plain)}</pre>`}
    ${facts.length === 0 ? '' : `<dl data-fallback>${facts.join('')}</dl>`}
    ${url === undefined ? '' : renderUrl(url)}
    ${notice === undefined ? '' : `<p class="problem" role="alert">${escapeHtml(notice)}</p>`}
    <form method="post" autocomplete="off">
      <div data-fallback>${form === undefined ? `<p>${escapeHtml(IN_APP.text)}</p>` : renderFields(form, entered)}</div>
      <p class="actions">
        ${form === undefined ? '' : `<button name="action" value="accept" data-fallback>${url === undefined ? 'Send answer' : 'I have opened it'}</button>`}
        <button name="action" value="decline" class="quiet" formnovalidate>Decline</button>
      </p>
    </form>
    ${script === undefined ? '' : renderScript(question, script, problem)}`,
  )
}

/** The question for the script, and the script. Neither its address nor that of what it loads learns of the link. */
function renderScript(question: InboxQuestion, script: string, problem: string | undefined): string {
  const { toolName, key, message, plain, context, schema, attempt, openedAt, refusal = problem } = question
  const shown = JSON.stringify({ toolName, key, message, plain, context, schema, attempt, openedAt, refusal })
  // The data must not end its element.
  const data = shown.replaceAll('<', '\\u003c')
  return `<script type="application/json" id="question">${data}</script>
    <script type="module" src="${escapeHtml(script)}" referrerpolicy="no-referrer"></script>`
}

/** The address of a page with its domain emphasised. The person opens it, with a click of their own. */
function renderUrl(url: string): string {
  const { before, host, after, problems, isSafe } = describeUrl(url)
  const shown = `${escapeHtml(before)}<strong>${escapeHtml(host)}</strong>${escapeHtml(after)}`
  const link = `<a href="${escapeHtml(url)}" target="_blank" rel="noopener noreferrer">Open page</a>`
  const warnings = problems.map((problem) => `<p class="problem">${escapeHtml(problem)}</p>`)
  return `<p class="url">${shown}</p>${warnings.join('')}${isSafe ? `<p>${link}</p>` : ''}`
}

/** Says whose words follow. */
const toWarning = (origin: string): string =>
  `This question comes from ${origin}, which is another server. It is not a question of this application.`

const renderValue = (value: Json): string => {
  if (!Array.isArray(value)) return escapeHtml(typeof value === 'object' ? JSON.stringify(value) : String(value))
  return `<ul>${value.map((item) => `<li>${escapeHtml(typeof item === 'object' ? JSON.stringify(item) : String(item))}</li>`).join('')}</ul>`
}

const renderPage = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body><main>
${content}
</main></body>
</html>
`

const STYLE = `
:root { color-scheme: light dark; --text: light-dark(#1c1b1a, #edebe8); --soft: light-dark(#6b6762, #a8a29c); --line: light-dark(#d9d5cf, #45413d);
  --page: light-dark(#f6f4f1, #171615); --card: light-dark(#fff, #211f1e); --accent: light-dark(#1f5f4a, #7fd1b0); --on-accent: light-dark(#fff, #10231c);
  --problem: light-dark(#9b2c20, #ff9d8f) }
* { box-sizing: border-box } [hidden] { display: none !important }
body { margin: 0; padding: clamp(1rem, 6vw, 4rem) 1rem; background: var(--page); color: var(--text); font: 1rem/1.55 system-ui, sans-serif }
main { max-width: 34rem; margin: 0 auto; padding: clamp(1.25rem, 5vw, 2.25rem); background: var(--card); border: 1px solid var(--line); border-radius: 14px }
h1 { margin: 0 0 .5rem; font-size: 1.35rem; line-height: 1.3; overflow-wrap: anywhere }
.from, small, label span, legend span { color: var(--soft); font-size: .875rem; font-weight: 400 }
.url { overflow-wrap: anywhere; color: var(--soft) } .url strong { color: var(--text) } a { color: var(--accent) }
.from { margin: 0 0 1.25rem } pre { margin: 0 0 1.25rem; overflow-x: auto }
dl { display: grid; grid-template-columns: minmax(6rem, max-content) 1fr; gap: .35rem 1rem; margin: 0 0 1.5rem; padding: .9rem 1rem; border: 1px solid var(--line); border-radius: 10px }
dt { color: var(--soft) } dd { margin: 0; overflow-wrap: anywhere } ul { margin: 0; padding-left: 1.1rem }
form > div, fieldset { margin: 0 0 1.1rem } fieldset { border: 1px solid var(--line); border-radius: 10px; padding: .6rem 1rem .8rem }
label, legend { font-weight: 600 } label { display: block } small { display: block }
input, select { width: 100%; margin-top: .35rem; padding: .6rem .75rem; font: inherit; color: inherit; background: var(--page); border: 1px solid var(--line); border-radius: 8px }
input[type=checkbox] { width: 1.1rem; height: 1.1rem; margin: 0 .5rem 0 0; vertical-align: -.15rem; accent-color: var(--accent) }
.check label { display: inline } .choice { font-weight: 400; margin-top: .4rem }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.problem { padding: .7rem 1rem; border: 1px solid currentColor; border-radius: 8px; color: var(--problem) }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.5rem 0 0 }
button { padding: .65rem 1.2rem; font: inherit; font-weight: 600; border: 1px solid var(--accent); border-radius: 8px; background: var(--accent); color: var(--on-accent); cursor: pointer }
button.quiet { background: none; border-color: var(--line); color: var(--text) }
`
