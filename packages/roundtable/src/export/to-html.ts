import { createHash } from 'node:crypto'
import { readReport } from '../report/read-report.ts'
import { nameSeats } from '../session/name-seats.ts'
import type { Session } from '../session/session.ts'
import { Html, html } from './html.ts'
import {
  aboutSection,
  agreementSection,
  answerSection,
  claimsSection,
  findingsSections,
  mindsSection,
  positionsSection,
  proposalsSection,
  rankingSection,
  surenessSection,
  transcriptSection,
  voteSection,
} from './html-sections.ts'
import { STYLE } from './html-style.ts'

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/**
 * Renders a debate as one HTML file without scripts or external resources. Statements are text, or Markdown without HTML and
 * images, and the content security policy of the file forbids scripts and requests.
 */
export function toHtml(session: Session): string {
  const report = readReport(session)
  const { headline } = report
  const nameOf = nameSeats(session)
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
${headline.corrected && html`<p class="note">${headline.corrected}</p>`}
${answerSection(report)}
${voteSection(report)}
${rankingSection(report, nameOf)}
${mindsSection(report.minds, nameOf)}
${proposalsSection(report)}
${findingsSections(report, nameOf)}
${surenessSection(headline, nameOf)}
${positionsSection(report.positions)}
${report.agreement && agreementSection(report.agreement)}
${claimsSection(report.claims, nameOf)}
${transcriptSection(report, { nameOf, question: session.question })}
${aboutSection(session, nameOf)}
</main>
<footer class="note">Debate ${id}, ${mode}, begun ${createdAt}, last changed ${updatedAt}.</footer>
</body>
</html>
`.markup
}
