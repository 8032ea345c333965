import { type McpTool, type Operation, type ToolContext } from '@sweatpants/framework';
import type { Happening } from '../session/event.ts';
import { type Session } from '../session/session.ts';
import type { DebateSettings } from './settings.ts';
/** The key of samples that go to the model of `session.synthesizer`. Ids of seats end with a number. */
export declare const SYNTHESIZER = "synthesizer";
/** Creates the tool in which a model writes up a debate at the request of a caller. */
export declare function createSynthesis(session: Session, settings: DebateSettings): McpTool;
/** Has a model write up the session. A failure is a happening too: the vote stands without it. */
export declare function writeSynthesis(ctx: ToolContext, session: Session, { promptTokens, answerTokens }: DebateSettings): Operation<Happening<'synthesis_write' | 'synthesis_fail'>>;
