/** Of everything that Markdown has. */
export const lesson = `# Waves

A wave carries **energy**, not *matter*. What moves along is a ~~thing~~ pattern, and its speed is $v = \\lambda f$.

$$
\\frac{\\partial^2 u}{\\partial t^2} = c^2 \\frac{\\partial^2 u}{\\partial x^2}
$$

## In numbers

| Wave | Wavelength | Frequency |
| :--- | ---: | ---: |
| Middle C in air | 1.31 m | 262 Hz |
| Microwave oven | 12.2 cm | 2.45 GHz |
| Green light | 532 nm | 563 THz |

\`\`\`ts
/** How fast a wave goes, in metres per second. */
export function speedOf(wave: { length: number; frequency: number }): number {
  return wave.length * wave.frequency // 1.31 * 262
}
\`\`\`

> Everything flows.

1. Drop a stone into a pond.
2. Watch a leaf:
   - it goes up and down,
   - and stays where it is.
3. Read [more about waves](https://example.com/waves), or try \`speedOf\` yourself.

- [x] Understood
- [ ] Tried

For a string of length \\(L\\) the modes are \\[ f_n = \\frac{n v}{2 L} \\] and the energy is
$$E = \\tfrac{1}{2} \\mu \\omega^2 A^2$$

<figure>
  <figcaption>A leaf on a pond</figcaption>
</figure>

\`\`\`mermaid
graph LR
  Stone --> Ring --> Leaf
\`\`\`
`

/** Broken off in the middle of a line of code. */
export const story = `Once upon a time there was a small program that waited for an answer. It did not poll, and it did not sleep:

1. It asked.
2. It wrote down **what it had asked**, so that nobody had to remember.

\`\`\`ts
const answer = yield* ctx.elicit('whom', { mess`
