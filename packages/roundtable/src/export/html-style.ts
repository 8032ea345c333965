/** Light and dark as the reader has it; light on paper. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #ffffff; --sunken: #f3f1ed; --border: #d8d3ca; --text: #211f1c; --muted: #66615a; --link: #0b5e57;
  --seat-1: #0f766e; --seat-2: #a8430b; --seat-3: #6d3fc0; --seat-4: #a3195b;
  --seat-5: #1d5fa8; --seat-6: #6b5d00; --seat-7: #3f6212; --seat-8: #5b4636;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ground: #171715; --sunken: #22221f; --border: #3c3b36; --text: #ecebe6; --muted: #a8a49b; --link: #6fd6c7;
    --seat-1: #45c0af; --seat-2: #f0a06a; --seat-3: #b79cf5; --seat-4: #f28bb8;
    --seat-5: #7fb5f0; --seat-6: #d6c44e; --seat-7: #9ccc65; --seat-8: #d9b8a0;
  }
}
* { box-sizing: border-box; }
html { font: 100%/1.6 system-ui, sans-serif; color: var(--text); background: var(--ground); }
body { max-width: 48rem; margin: 0 auto; padding: 2rem 1rem 4rem; overflow-wrap: anywhere; }
h1 { font-size: 1.25rem; line-height: 1.3; white-space: pre-wrap; }
h2 { margin-top: 2.5rem; font-size: 1.2rem; line-height: 1.3; }
h3, h4 { margin-bottom: 0.25rem; font-size: 1rem; }
a { color: var(--link); }
ul { padding-left: 1.25rem; }
.summary { padding: 0.5rem 1.25rem 1rem; border: 1px solid var(--border); border-left-width: 4px; border-radius: 0.75rem; }
.summary h2 { margin: 0.5rem 0; font-size: 1.5rem; }
dt, .note { font-size: 0.8125rem; color: var(--muted); }
dt { margin-top: 0.75rem; font-weight: 600; }
dd { margin: 0; }
dd ul { margin: 0; }
summary { cursor: pointer; color: var(--link); }
.text { overflow-wrap: anywhere; }
.caution { padding: 0.25rem 0.75rem; border-left: 3px solid var(--seat-2); }
li > p { margin: 0; }
.written > :first-child { margin-top: 0.5rem; }
p.text { white-space: pre-wrap; }
.quote { margin: 0.25rem 0; padding-left: 0.75rem; border-left: 3px solid var(--border); color: var(--muted); white-space: pre-wrap; }
.table { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.8125rem; overflow-wrap: normal; }
th, td { min-width: 2.5rem; padding: 0.375rem 0.75rem; border: 1px solid var(--border); text-align: left; vertical-align: top; }
th[scope='row'] { white-space: nowrap; }
pre { overflow-x: auto; }
svg { display: block; max-width: 100%; height: auto; font: 12px system-ui, sans-serif; }
svg text { fill: var(--text); }
svg .note { font-size: 12px; fill: var(--muted); }
svg .part { fill: var(--sunken); stroke: var(--border); }
svg .part.first { fill: var(--link); stroke: var(--link); }
svg .part.first + text { fill: var(--ground); font-weight: 650; }
.band { fill: var(--sunken); }
.tick { stroke: var(--border); stroke-dasharray: 2 4; }
.line { fill: none; stroke: var(--seat); stroke-width: 2; }
.mark { fill: var(--seat); stroke: var(--seat); stroke-width: 1.5; }
.mark.hollow { fill: var(--ground); }
.ring { fill: none; stroke: var(--text); stroke-width: 1.75; }
svg .label { fill: var(--seat); font-weight: 600; }
svg .number { font-weight: 650; fill: var(--ground); }
svg .number.hollow { fill: var(--text); }
.panel { --seat: var(--text); }
.badge { display: inline-block; min-width: 1.375rem; padding: 0 0.375rem; border-radius: 1rem; font-size: 0.75rem; font-weight: 650; text-align: center; color: var(--ground); background: var(--seat); }
${[1, 2, 3, 4, 5, 6, 7, 8].map((number) => `.seat-${number} { --seat: var(--seat-${number}); }`).join('\n')}
@media print {
  body { max-width: none; padding: 0; font-size: 10.5pt; }
  h2, h3, h4 { break-after: avoid; }
  svg, tr, .summary, .claim { break-inside: avoid; }
  .mark, .badge, .band { print-color-adjust: exact; }
  .table { overflow: visible; }
}
`
