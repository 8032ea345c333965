import type { Elicits } from '../tools/elicit.ts';
import { type TestBody, type TestScript } from './body.ts';
import type { ContractCase } from './contract.ts';
export type { TestBody, TestScript } from './body.ts';
type NoQuestions = Record<never, never>;
/** A test whose body is that of a tool, run against a script: generator helpers are tested as straight-line code.
 *
 * ```ts
 * it('asks twice', { elicits: { name }, answers: { name: [decline(), accept({ name: 'Ada' })] } }, function* (ctx) {
 *   expect(yield* askUntilAnswered(ctx)).toBe('Ada')
 * })
 * ```
 */
export declare function it(name: string, body: TestBody<NoQuestions>): void;
export declare function it<const E extends Elicits = NoQuestions>(name: string, script: TestScript<E>, body: TestBody<E>): void;
/** Registers each case of a contract suite as a test. */
export declare function describeContract(name: string, cases: readonly ContractCase[]): void;
