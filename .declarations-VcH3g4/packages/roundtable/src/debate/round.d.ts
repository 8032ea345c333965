import { type McpTool } from '@sweatpants/framework';
import { type Session } from '../session/session.ts';
import type { DebateSettings } from './settings.ts';
/** Creates the tool that plays a round. `session` is the session when the round began, so every replay is the same. */
export declare function createRound(session: Session, settings: DebateSettings): McpTool;
