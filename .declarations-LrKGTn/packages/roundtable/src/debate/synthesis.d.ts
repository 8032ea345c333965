import { type McpTool } from '@sweatpants/framework';
import type { Session } from '../session/session.ts';
import type { DebateSettings } from './settings.ts';
/** Returns the seat whose model writes the debate up: the last that answered. */
export declare const findAuthor: ({ responses }: Session) => string | undefined;
/** Creates the tool in which a model writes up the whole debate. */
export declare function createSynthesis(session: Session, { promptTokens, answerTokens }: DebateSettings): McpTool;
