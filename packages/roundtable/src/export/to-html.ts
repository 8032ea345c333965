import { createHash } from 'node:crypto'
import { readReport } from '../report/read-report.ts'
import { sayWriteUp, type WriteUp } from '../report/write-up.ts'
import type { Session } from '../session/session.ts'
import { Html, html } from './html.ts'
import {
  agreementSection,
  claimsSection,
  positionsSection,
  summarySection,
  transcriptSection,
} from './html-sections.ts'
import { STYLE } from './html-style.ts'

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/**
 * Renders a debate as one HTML file without scripts or external resources. Statements are text and never markup,
 * and the content security policy of the file forbids scripts and requests.
 */
export function toHtml(session: Session): string {
  const { headline, writeUp, positions, agreement, claims, transcript } = readReport(session)
  const { topic, mode, id, createdAt, updatedAt } = session
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${topic.slice(0, 120)}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<main>
<h1>${topic}</h1>
${summarySection(headline)}
${writeUp && synthesisSection(writeUp)}
${positionsSection(positions)}
${agreementSection(agreement)}
${claimsSection(claims)}
${transcriptSection(transcript)}
</main>
<footer class="note">Debate ${id}, ${mode}, begun ${createdAt}, last changed ${updatedAt}.</footer>
</body>
</html>
`.markup
}

const synthesisSection = (writeUp: WriteUp): Html => html`<section>
<h2>Summary by a model</h2>
<p class="note">Written by ${writeUp.model}. It does not change the result.</p>
<div class="text">${sayWriteUp(writeUp)}</div>
</section>`
